import { testStructured } from './cases.js';

testStructured('bn254-g1');
