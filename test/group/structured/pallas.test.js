import { testStructured } from './cases.js';

testStructured('pallas');
