import { testStructured } from './cases.js';

testStructured('banderwagon');
