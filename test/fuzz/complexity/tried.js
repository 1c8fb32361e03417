/**
 * A call whose errors are results.
 * @param {() => unknown} call
 */
export const tried = (call) => () => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};
