import { testStructured } from './cases.js';

testStructured('secp256k1');
