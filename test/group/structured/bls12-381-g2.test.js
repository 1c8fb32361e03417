import { testStructured } from './cases.js';

testStructured('bls12-381-g2');
