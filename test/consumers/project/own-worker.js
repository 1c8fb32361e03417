// Exports nothing: a bundler must not take that for no effect.
import 'curvemill/worker';
