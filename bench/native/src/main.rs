//! blst as a contestant: takes commands on stdin, one a line, and answers each with one line.
//!
//! `load FILE` reads points and scalars; answers `ready`.
//! `run` multiplies on this thread; answers `RESULT MILLISECONDS`, the result uncompressed, in hexadecimal.
//!
//! A file holds n as 4 bytes little-endian, n points of 96 bytes (uncompressed, zcash), n scalars of 32 bytes
//! big-endian. As with the other contestant, points are decoded before the clock starts, and the result is encoded
//! after it has stopped.

use blst::*;
use std::io::{self, BufRead, Write};
use std::time::Instant;

const POINT_BYTES: usize = 96;
const SCALAR_BYTES: usize = 32;
const SCALAR_BITS: usize = 255;

#[derive(Default)]
struct Workload {
    points: Vec<blst_p1_affine>,
    /// Little-endian, as blst reads them.
    scalars: Vec<u8>,
    scratch: Vec<limb_t>,
}

impl Workload {
    fn load(path: &str) -> Self {
        let bytes = std::fs::read(path).expect("a readable file");
        let n = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        let (points, scalars) = bytes[4..].split_at(n * POINT_BYTES);
        assert_eq!(scalars.len(), n * SCALAR_BYTES, "length of the file");
        let scratch_bytes = unsafe { blst_p1s_mult_pippenger_scratch_sizeof(n) };
        Workload {
            points: points.chunks_exact(POINT_BYTES).map(decode).collect(),
            scalars: scalars
                .chunks_exact(SCALAR_BYTES)
                .flat_map(|scalar| scalar.iter().rev().copied())
                .collect(),
            scratch: vec![0; scratch_bytes.div_ceil(std::mem::size_of::<limb_t>())],
        }
    }

    fn multiply(&mut self) -> blst_p1 {
        let mut result = blst_p1::default();
        // A null pointer after the first says that the rest follows without gaps.
        let points = [self.points.as_ptr(), std::ptr::null()];
        let scalars = [self.scalars.as_ptr(), std::ptr::null()];
        unsafe {
            blst_p1s_mult_pippenger(
                &mut result,
                points.as_ptr(),
                self.points.len(),
                scalars.as_ptr(),
                SCALAR_BITS,
                self.scratch.as_mut_ptr(),
            );
        }
        result
    }
}

fn decode(bytes: &[u8]) -> blst_p1_affine {
    let mut point = blst_p1_affine::default();
    let error = unsafe { blst_p1_deserialize(&mut point, bytes.as_ptr()) };
    assert_eq!(error, BLST_ERROR::BLST_SUCCESS, "a point that cannot be decoded");
    point
}

fn encode(point: &blst_p1) -> String {
    let mut bytes = [0; POINT_BYTES];
    unsafe { blst_p1_serialize(bytes.as_mut_ptr(), point) };
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn main() {
    let mut workload = Workload::default();
    for line in io::stdin().lock().lines() {
        let line = line.expect("text on stdin");
        let answer = match line.split_once(' ') {
            Some(("load", path)) => {
                workload = Workload::load(path);
                "ready".to_string()
            }
            None if line == "run" => {
                let start = Instant::now();
                let result = workload.multiply();
                let milliseconds = start.elapsed().as_secs_f64() * 1e3;
                format!("{} {milliseconds}", encode(&result))
            }
            _ => panic!("expected `load FILE` or `run`, got `{line}`"),
        };
        println!("{answer}");
        io::stdout().flush().expect("an open stdout");
    }
}
