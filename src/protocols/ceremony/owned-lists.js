/**
 * Lists of scalars of one call, with tables of roots of their own: whatever ends the call, all of
 * their memory is freed.
 */

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ScalarLists, ScalarMatrix } from '../../port/scalar-lists.js' */

/**
 * The same lists. `freeAll` frees what has not been freed yet, and the tables of roots.
 * @type {(lists: ScalarLists) => { lists: ScalarLists, freeAll: () => void }}
 */
export function ownedLists(lists) {
  /** @type {Set<ScalarList>} */
  const created = new Set();
  /** @type {Set<ScalarMatrix>} */
  const matrices = new Set();
  /** @type {ScalarLists} */
  const owned = {
    ...lists,
    create(length) {
      const list = lists.create(length);
      created.add(list);
      return list;
    },
    free(list) {
      created.delete(list);
      lists.free(list);
    },
    matrix(parts) {
      const matrix = lists.matrix(parts);
      matrices.add(matrix);
      return matrix;
    },
    freeMatrix(matrix) {
      matrices.delete(matrix);
      lists.freeMatrix(matrix);
    },
  };
  const freeAll = () => {
    created.forEach(owned.free);
    matrices.forEach(owned.freeMatrix);
    lists.dispose();
  };
  return { lists: owned, freeAll };
}
