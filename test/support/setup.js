/** Runs before each file of tests; what it imports runs once a worker. */
import './byte-equality.js';
