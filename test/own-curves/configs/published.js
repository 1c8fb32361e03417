/**
 * Published curves: SEC 2 version 2 (and 1, for 112 and 128 bits), RFC 5639, and GB/T 32918.5, as
 * OpenSSL states them; STARK's, Grumpkin, and the curve whose field is the scalars of secp256k1.
 * Those with an order above 2^256 are not for `generate`.
 */

/** OpenSSL's names, by those of configs. @type {Map<string, string>} */
export const opensslNames = new Map();

/**
 * @param {string} openssl its name there
 * @param {Record<string, bigint>} numbers
 */
function known(openssl, { x, y, ...curve }) {
  const name = NAMES.get(openssl) ?? openssl.toLowerCase();
  opensslNames.set(name, openssl);
  return { name, ...curve, generator: { x, y } };
}

/** Other names of SEC 2's. */
const NAMES = new Map([
  ['prime192v1', 'secp192r1'],
  ['prime256v1', 'secp256r1'],
]);

/** Of orders below 2^256. */
const openssl = [
  known('secp112r1', {
    p: 0xdb7c2abf62e35e668076bead208bn,
    a: 0xdb7c2abf62e35e668076bead2088n,
    b: 0x659ef8ba043916eede8911702b22n,
    order: 0xdb7c2abf62e35e7628dfac6561c5n,
    x: 0x9487239995a5ee76b55f9c2f098n,
    y: 0xa89ce5af8724c0a23e0e0ff77500n,
  }),
  known('secp112r2', {
    p: 0xdb7c2abf62e35e668076bead208bn,
    a: 0x6127c24c05f38a0aaaf65c0ef02cn,
    b: 0x51def1815db5ed74fcc34c85d709n,
    order: 0x36df0aafd8b8d7597ca10520d04bn,
    cofactor: 0x4n,
    x: 0x4ba30ab5e892b4e1649dd0928643n,
    y: 0xadcd46f5882e3747def36e956e97n,
  }),
  known('secp128r1', {
    p: 0xfffffffdffffffffffffffffffffffffn,
    a: 0xfffffffdfffffffffffffffffffffffcn,
    b: 0xe87579c11079f43dd824993c2cee5ed3n,
    order: 0xfffffffe0000000075a30d1b9038a115n,
    x: 0x161ff7528b899b2d0c28607ca52c5b86n,
    y: 0xcf5ac8395bafeb13c02da292dded7a83n,
  }),
  known('secp128r2', {
    p: 0xfffffffdffffffffffffffffffffffffn,
    a: 0xd6031998d1b3bbfebf59cc9bbff9aee1n,
    b: 0x5eeefca380d02919dc2c6558bb6d8a5dn,
    order: 0x3fffffff7fffffffbe0024720613b5a3n,
    cofactor: 0x4n,
    x: 0x7b6aa5d85e572983e6fb32a7cdebc140n,
    y: 0x27b6916a894d3aee7106fe805fc34b44n,
  }),
  known('secp160k1', {
    p: 0xfffffffffffffffffffffffffffffffeffffac73n,
    a: 0x0n,
    b: 0x7n,
    order: 0x100000000000000000001b8fa16dfab9aca16b6b3n,
    x: 0x3b4c382ce37aa192a4019e763036f4f5dd4d7ebbn,
    y: 0x938cf935318fdced6bc28286531733c3f03c4feen,
  }),
  known('secp160r1', {
    p: 0xffffffffffffffffffffffffffffffff7fffffffn,
    a: 0xffffffffffffffffffffffffffffffff7ffffffcn,
    b: 0x1c97befc54bd7a8b65acf89f81d4d4adc565fa45n,
    order: 0x100000000000000000001f4c8f927aed3ca752257n,
    x: 0x4a96b5688ef573284664698968c38bb913cbfc82n,
    y: 0x23a628553168947d59dcc912042351377ac5fb32n,
  }),
  known('secp160r2', {
    p: 0xfffffffffffffffffffffffffffffffeffffac73n,
    a: 0xfffffffffffffffffffffffffffffffeffffac70n,
    b: 0xb4e134d3fb59eb8bab57274904664d5af50388ban,
    order: 0x100000000000000000000351ee786a818f3a1a16bn,
    x: 0x52dcb034293a117e1f4ff11b30f7199d3144ce6dn,
    y: 0xfeaffef2e331f296e071fa0df9982cfea7d43f2en,
  }),
  known('secp192k1', {
    p: 0xfffffffffffffffffffffffffffffffffffffffeffffee37n,
    a: 0x0n,
    b: 0x3n,
    order: 0xfffffffffffffffffffffffe26f2fc170f69466a74defd8dn,
    x: 0xdb4ff10ec057e9ae26b07d0280b7f4341da5d1b1eae06c7dn,
    y: 0x9b2f2f6d9c5628a7844163d015be86344082aa88d95e2f9dn,
  }),
  known('prime192v1', {
    p: 0xfffffffffffffffffffffffffffffffeffffffffffffffffn,
    a: 0xfffffffffffffffffffffffffffffffefffffffffffffffcn,
    b: 0x64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1n,
    order: 0xffffffffffffffffffffffff99def836146bc9b1b4d22831n,
    x: 0x188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012n,
    y: 0x7192b95ffc8da78631011ed6b24cdd573f977a11e794811n,
  }),
  known('secp224k1', {
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffeffffe56dn,
    a: 0x0n,
    b: 0x5n,
    order: 0x10000000000000000000000000001dce8d2ec6184caf0a971769fb1f7n,
    x: 0xa1455b334df099df30fc28a169a467e9e47075a90f7e650eb6b7a45cn,
    y: 0x7e089fed7fba344282cafbd6f7e319f7c0b0bd59e2ca4bdb556d61a5n,
  }),
  known('secp224r1', {
    p: 0xffffffffffffffffffffffffffffffff000000000000000000000001n,
    a: 0xfffffffffffffffffffffffffffffffefffffffffffffffffffffffen,
    b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n,
    order: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
    x: 0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21n,
    y: 0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34n,
  }),
  known('prime256v1', {
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    a: 0xffffffff00000001000000000000000000000000fffffffffffffffffffffffcn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
    order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  }),
  known('brainpoolP160r1', {
    p: 0xe95e4a5f737059dc60dfc7ad95b3d8139515620fn,
    a: 0x340e7be2a280eb74e2be61bada745d97e8f7c300n,
    b: 0x1e589a8595423412134faa2dbdec95c8d8675e58n,
    order: 0xe95e4a5f737059dc60df5991d45029409e60fc09n,
    x: 0xbed5af16ea3f6a4f62938c4631eb5af7bdbcdbc3n,
    y: 0x1667cb477a1a8ec338f94741669c976316da6321n,
  }),
  known('brainpoolP192r1', {
    p: 0xc302f41d932a36cda7a3463093d18db78fce476de1a86297n,
    a: 0x6a91174076b1e0e19c39c031fe8685c1cae040e5c69a28efn,
    b: 0x469a28ef7c28cca3dc721d044f4496bcca7ef4146fbf25c9n,
    order: 0xc302f41d932a36cda7a3462f9e9e916b5be8f1029ac4acc1n,
    x: 0xc0a0647eaab6a48753b033c56cb0f0900a2f5c4853375fd6n,
    y: 0x14b690866abd5bb88b5f4828c1490002e6773fa2fa299b8fn,
  }),
  known('brainpoolP224r1', {
    p: 0xd7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ffn,
    a: 0x68a5e62ca9ce6c1c299803a6c1530b514e182ad8b0042a59cad29f43n,
    b: 0x2580f63ccfe44138870713b1a92369e33e2135d266dbb372386c400bn,
    order: 0xd7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939fn,
    x: 0xd9029ad2c7e5cf4340823b2a87dc68c9e4ce3174c1e6efdee12c07dn,
    y: 0x58aa56f772c0726f24c6b89e4ecdac24354b9e99caa3f6d3761402cdn,
  }),
  known('brainpoolP256r1', {
    p: 0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377n,
    a: 0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9n,
    b: 0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6n,
    order: 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7n,
    x: 0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262n,
    y: 0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997n,
  }),
  known('SM2', {
    p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
    a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
    b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
    order: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
    x: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
    y: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
  }),
];

/** Of orders above. */
export const tooLong = [
  known('secp384r1', {
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    a: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffffffcn,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
    order:
      0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
    x: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
    y: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
  }),
  known('secp521r1', {
    p: 0x1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffn,
    a: 0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffcn,
    b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
    order:
      0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
    x: 0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66n,
    y: 0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650n,
  }),
  known('brainpoolP320r1', {
    p: 0xd35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27n,
    a: 0x3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4n,
    b: 0x520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6n,
    order: 0xd35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311n,
    x: 0x43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611n,
    y: 0x14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1n,
  }),
  known('brainpoolP384r1', {
    p: 0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53n,
    a: 0x7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826n,
    b: 0x4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11n,
    order:
      0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565n,
    x: 0x1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1en,
    y: 0x8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315n,
  }),
  known('brainpoolP512r1', {
    p: 0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3n,
    a: 0x7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94can,
    b: 0x3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723n,
    order:
      0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069n,
    x: 0x81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822n,
    y: 0x7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892n,
  }),
];

/** The base field and the scalars of BN254, and of secp256k1. */
const [q, r] = [
  21888242871839275222246405745257275088696311157297823662689037894645226208583n,
  21888242871839275222246405745257275088548364400416034343698204186575808495617n,
];
const [secpField, secpOrder] = [
  2n ** 256n - 2n ** 32n - 977n,
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
];

const others = [
  {
    name: 'stark',
    p: 2n ** 251n + 17n * 2n ** 192n + 1n,
    a: 1n,
    b: 0x6f21413efbe40de150e596d72f7a8c5609ad26c15c915c1f4cdfcb99cee9e89n,
    order: 0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2fn,
    generator: {
      x: 0x1ef15c18599971b7beced415a40f0c7deacfd9b0d1819e03d723d8bc943cfcan,
      y: 0x5668060aa49730b7be4801df46ec62de53ecd11abe43a32873000c36e8dc1fn,
    },
  },
  {
    name: 'grumpkin',
    ...{ p: r, a: 0n, b: r - 17n, order: q },
    generator: { x: 1n, y: 17631683881184975370165255887551781615748388533673675138860n },
  },
  {
    name: 'secq256k1',
    ...{ p: secpOrder, a: 0n, b: 7n, order: secpField },
    generator: {
      x: 1n,
      y: 5647885500061325675748484062311156374277086380342947163834798608016077912256n,
    },
  },
];

/** @type {any[]} */
export const published = [...openssl, ...others];
