import { testStructured } from './cases.js';

testStructured('vesta');
