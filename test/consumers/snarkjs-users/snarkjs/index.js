export * from 'curvemill/adapters/snarkjs';
