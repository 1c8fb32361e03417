//! blst: products of pairings, hashes to G2, signatures with keys in G1. Batches as
//! `verify_multiple_aggregate_signatures` has them, with weights of 64 bits, on this thread.

use crate::task::{task, Task};
use blst::*;
use std::ptr::null;

const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const MESSAGE: usize = 32;
const KEY: usize = 48;
const SIGNATURE: usize = 96;
const G1: usize = 96;
const G2: usize = 192;
const WEIGHT_BITS: usize = 64;

pub fn load(name: &str, bytes: &[u8]) -> Option<Task> {
    match name {
        "pairing/bls12-381-g1" => pairing(bytes),
        "hash/bls12-381-g2" => hash(bytes),
        "verify/bls12-381-g1" => verify(bytes),
        "committee/bls12-381-g1" => committee(bytes),
        _ => None,
    }
}

/// The count of a file, and its lists.
fn lists<const N: usize>(bytes: &[u8], sizes: [(bool, usize); N]) -> [Vec<Vec<u8>>; N] {
    let n = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    let mut at = 4;
    let lists = sizes.map(|(is_list, size)| {
        let count = if is_list { n } else { 1 };
        let list = bytes[at..at + count * size].chunks_exact(size);
        at += count * size;
        list.map(<[u8]>::to_vec).collect()
    });
    assert_eq!(at, bytes.len(), "length of the file");
    lists
}

fn answer(work: impl FnMut() -> bool + 'static) -> Option<Task> {
    task(work, |is_right| vec![u8::from(*is_right)])
}

/// Checks the curve; and compressed ones the group.
fn p1(bytes: &[u8]) -> Option<blst_p1_affine> {
    let mut point = blst_p1_affine::default();
    let error = unsafe { blst_p1_deserialize(&mut point, bytes.as_ptr()) };
    let is_valid = bytes.len() != KEY
        || unsafe { blst_p1_affine_in_g1(&point) && !blst_p1_affine_is_inf(&point) };
    (error == BLST_ERROR::BLST_SUCCESS && is_valid).then_some(point)
}

fn p2(bytes: &[u8]) -> Option<blst_p2_affine> {
    let mut point = blst_p2_affine::default();
    let error = unsafe { blst_p2_deserialize(&mut point, bytes.as_ptr()) };
    let is_valid = bytes.len() != SIGNATURE || unsafe { blst_p2_affine_in_g2(&point) };
    (error == BLST_ERROR::BLST_SUCCESS && is_valid).then_some(point)
}

fn pairing(bytes: &[u8]) -> Option<Task> {
    let [first, second] = lists(bytes, [(true, G1), (true, G2)]);
    let first: Vec<_> = first
        .iter()
        .map(|bytes| p1(bytes).expect("a point"))
        .collect();
    let second: Vec<_> = second
        .iter()
        .map(|bytes| p2(bytes).expect("a point"))
        .collect();
    answer(move || {
        let mut f = blst_fp12::default();
        unsafe {
            // A null pointer after the first says that the rest follows without gaps.
            let (ps, qs) = ([first.as_ptr(), null()], [second.as_ptr(), null()]);
            blst_miller_loop_n(&mut f, qs.as_ptr(), ps.as_ptr(), first.len());
            let loops = f;
            blst_final_exp(&mut f, &loops);
            blst_fp12_is_one(&f)
        }
    })
}

fn hash(bytes: &[u8]) -> Option<Task> {
    let [messages] = lists(bytes, [(true, MESSAGE)]);
    let hash = |message: &Vec<u8>| {
        let mut point = blst_p2::default();
        let mut affine = blst_p2_affine::default();
        unsafe {
            blst_hash_to_g2(
                &mut point,
                message.as_ptr(),
                MESSAGE,
                TAG.as_ptr(),
                TAG.len(),
                null(),
                0,
            );
            blst_p2_to_affine(&mut affine, &point);
        }
        affine
    };
    task(
        move || messages.iter().map(hash).collect::<Vec<_>>(),
        |points| {
            let mut bytes = vec![0; points.len() * G2];
            for (point, target) in points.iter().zip(bytes.chunks_exact_mut(G2)) {
                unsafe { blst_p2_affine_serialize(target.as_mut_ptr(), point) };
            }
            bytes
        },
    )
}

fn core_verify(key: &blst_p1_affine, signature: &[u8], message: &[u8]) -> bool {
    let Some(signature) = p2(signature) else {
        return false;
    };
    let error = unsafe {
        let (tag, text) = (TAG.as_ptr(), message.as_ptr());
        blst_core_verify_pk_in_g1(
            key,
            &signature,
            true,
            text,
            message.len(),
            tag,
            TAG.len(),
            null(),
            0,
        )
    };
    error == BLST_ERROR::BLST_SUCCESS
}

fn verify(bytes: &[u8]) -> Option<Task> {
    let [signatures, messages, keys] =
        lists(bytes, [(true, SIGNATURE), (true, MESSAGE), (true, KEY)]);
    if keys.len() == 1 {
        return answer(move || {
            p1(&keys[0]).is_some_and(|key| core_verify(&key, &signatures[0], &messages[0]))
        });
    }
    let mut weight = 0x9e37_79b9_7f4a_7c15u64;
    answer(move || {
        let mut batch = Pairing::new(true, TAG);
        for ((signature, message), key) in signatures.iter().zip(&messages).zip(&keys) {
            let (Some(signature), Some(key)) = (p2(signature), p1(key)) else {
                return false;
            };
            weight = weight.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let scalar = (weight | 1).to_le_bytes();
            let error = batch.mul_n_aggregate(
                &key,
                false,
                &signature,
                false,
                &scalar,
                WEIGHT_BITS,
                message,
                &[],
            );
            if error != BLST_ERROR::BLST_SUCCESS {
                return false;
            }
        }
        batch.commit();
        batch.finalverify(None)
    })
}

fn committee(bytes: &[u8]) -> Option<Task> {
    let [signature, message, keys] =
        lists(bytes, [(false, SIGNATURE), (false, MESSAGE), (true, G1)]);
    let keys: Vec<_> = keys
        .iter()
        .map(|bytes| p1(bytes).expect("a point"))
        .collect();
    answer(move || {
        let mut sum = blst_p1::default();
        let mut key = blst_p1_affine::default();
        let keys_at = [keys.as_ptr(), null()];
        unsafe {
            blst_p1s_add(&mut sum, keys_at.as_ptr(), keys.len());
            blst_p1_to_affine(&mut key, &sum);
        }
        core_verify(&key, &signature[0], &message[0])
    })
}
