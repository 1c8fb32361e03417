//! What is timed.

use std::hint::black_box;
use std::time::Instant;

/// Does its work so many times; the encoded result, and the milliseconds of one.
pub type Task = Box<dyn FnMut(u32) -> (Vec<u8>, f64)>;

pub fn task<R: 'static>(
    mut work: impl FnMut() -> R + 'static,
    encode: impl Fn(&R) -> Vec<u8> + 'static,
) -> Option<Task> {
    Some(Box::new(move |times| {
        let start = Instant::now();
        for _ in 1..times {
            black_box(work());
        }
        let result = black_box(work());
        let milliseconds = start.elapsed().as_secs_f64() * 1e3 / f64::from(times);
        (encode(&result), milliseconds)
    }))
}
