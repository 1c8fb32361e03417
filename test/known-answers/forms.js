/**
 * Points as provers hold them in memory, from arkworks: ark-bls12-381 0.5.0, ark-secp256k1 0.5.0
 * and ark-ed-on-bls12-381-bandersnatch 0.5.0 (MIT or Apache-2.0). `little-endian`: the limbs of
 * `x.into_bigint()`, then of y; `montgomery-le`: those of `x.0`. Of a Banderwagon element this is
 * the representative that arkworks computes.
 */

/** The points are this multiple of the generator. */
export const multiple = 0x123456789abcdefn;

/** @type {Record<string, Record<'little-endian' | 'montgomery-le', string>>} */
export const forms = {
  'bls12-381-g1': {
    'little-endian':
      '298971863eef4e55a3de5dae62327de81d4a69b3079e8378c713ea43c7e44bc3f451883eb923cfb6e3efa651d1a4620932fffe091b836661af528c11556afd8a1fdcd9253c1116c8dafbf91b473c819511af2b01845d87ec237c38510c5a5d0d',
    'montgomery-le':
      '76185ff4b75eb98a713fa3d81136cd95d6fbf1558026a95358786bfe975297f963b3b593003675f1507f4b85de68320bdc9e527819dd52d85259f04e919d2f3c90306cfa9ddc8379e7d7dfa48d10a3ff6e958a664e4eb0e48776d731137f2506',
  },
  'bls12-381-g2': {
    'little-endian':
      'e9de92c23e410fb6b6db7ef7defbe38c6b3dcec3d3b291ed7af42e3d5bfe9975673142120711b54c49fc5a8c44925519e4a46a6a2a3d51e79db8303f75d3f164e45d2867892b3c8a295eff1c9a083aaa227251b28a5251f1fa95af953403bb102c4857d8d30e7164d2913aec61688d2113eded1587cbd4b52c08ee7629b4f2f7ef12bca05f183a283edd141db2740113d1b54a44fcc6592c6131d7ef81ecd61540e55d870b9669478aa19d7b5db0454c2b0bfe740290f3e32c70968f7125590c',
    'montgomery-le':
      '14328a2f256feb05a6bcdea355e4d1af01d10a91bbeb90fb0c4c4670dd030402133a6a23a07d3f28e5cc78dc86721f0f4df1a190ddde443006faf5f83374cd0b194fe44016e830a597b5f558bc545246b495384a533d8659a5ff2327a5901318da15d5277572ded641505bf342c8baef1819c27182c70d8a9c1879ddb011b92c9d3db10326c46579a1d0e4fc069d2f085517533ffefd406c5b9a1265ff32be4427716171407040ce7d49984103cd57a0aad156ab9559874427b60946fc05e411',
  },
  secp256k1: {
    'little-endian':
      '5bc9fe9e4ceb598f20bdb4c9336400bf56801724c02f29aa348207ce5fd11f1a25e73b8fce1983409989abcfe246ef5111120196bf75ffd389099846fef18aa1',
    'montgomery-le':
      '7efdcd7dec9a49cf8fb41f5ac52633ba422fb17ca0bc468bbd1ad1f4d59075817bddeb26445b1c65ae3b2bce3311d981fc3a05cc3c72f1a7c1dc3b3ef594ddc9',
  },
  banderwagon: {
    'little-endian':
      'ed2be5a2a59d8f5030259bdd8009f85754f38019990b95be64654e53ca72182e67e3c588d4574c00af37450d6a5b50d3005d45a20539f9bb030f0440dec68519',
    'montgomery-le':
      'b24a8e534b0d9f5691e63bdf6d2b25bbba88d533ef289987c16dfd913e435433321b84e1c4af0ab198ad0890b7b1b612040eb50aeab14f76b2c3eaf04029f91d',
  },
};
