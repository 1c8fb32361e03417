import { testStructured } from '../group/structured/cases.js';

testStructured('banderwagon');
