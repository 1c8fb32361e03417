/**
 * A rule of ESLint: no dictionary of the library inherits from `Object.prototype`, into which any
 * program may merge somebody's JSON. `cache[name] ??= make()` takes such a member for a value that
 * it made before; so does `list[i] ?? fallback` beyond a list's end. Dictionaries are Maps, caches
 * are made whole, and ends of lists are compared.
 *
 * Decided by the text alone: a member of a literal that another file made is not seen here, but by
 * test/hostile/prototype.test.js, which watches every read.
 */

/** @import { Rule, Scope } from 'eslint' */

const MESSAGES = {
  assigned: 'A member of Object.prototype would count as assigned: use a Map, or make it whole.',
  dictionary: 'A dictionary made as {} inherits from Object.prototype: use a Map.',
  beyond:
    'A member that is not there is read of a prototype: use a Map, or compare with the length.',
};

/** @param {any} node an initial value */
const isEmpty = (node) =>
  (node?.type === 'ObjectExpression' && node.properties.length === 0) ||
  (node?.type === 'ArrayExpression' && node.elements.length === 0);

/** `Object.create(null)`, or a literal with `__proto__: null`. @param {any} node */
const inheritsNothing = (node) =>
  (node?.type === 'CallExpression' && node.callee.property?.name === 'create') ||
  (node?.type === 'ObjectExpression' &&
    node.properties.some((/** @type {any} */ { key }) => key?.name === '__proto__'));

/** @type {Rule.RuleModule} */
export const noInheritedMembers = {
  meta: {
    type: 'problem',
    messages: MESSAGES,
    schema: [{ type: 'object', properties: { reads: { type: 'boolean' } } }],
  },
  create(context) {
    const watchesReads = context.options[0]?.reads === true;

    /** The initial value of a variable, or of a field of the class around. @param {any} node */
    function initialOf(node) {
      if (node.type === 'Identifier') {
        /** @type {Scope.Scope | null} */
        let scope = context.sourceCode.getScope(node);
        while (scope && !scope.set.has(node.name)) scope = scope.upper;
        const definition = /** @type {any} */ (scope?.set.get(node.name)?.defs[0]);
        return definition?.type === 'Variable' ? definition.node.init : undefined;
      }
      if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression')
        return undefined;
      const ofClass = context.sourceCode
        .getAncestors(node)
        .reverse()
        .find((around) => around.type === 'ClassBody');
      const field = /** @type {any} */ (ofClass)?.body.find(
        (/** @type {any} */ { type, key }) =>
          type === 'PropertyDefinition' && key.name === node.property.name,
      );
      return field?.value;
    }

    /** @param {any} node a member that may be missing */
    const mayBeInherited = (node) => node.computed && !inheritsNothing(initialOf(node.object));

    return {
      AssignmentExpression({ operator, left }) {
        if (!/^(\?\?|\|\|)=$/.test(operator) || left.type !== 'MemberExpression') return;
        if (left.computed || isEmpty(initialOf(left.object)))
          context.report({ node: left, messageId: 'assigned' });
      },
      MemberExpression(node) {
        if (!watchesReads) return;
        const initial = initialOf(node.object);
        if (node.computed && isEmpty(initial) && initial.type === 'ObjectExpression')
          context.report({ node, messageId: 'dictionary' });
        if (node.optional && node.object.type === 'MemberExpression' && mayBeInherited(node.object))
          context.report({ node: node.object, messageId: 'beyond' });
      },
      LogicalExpression({ operator, left }) {
        if (!watchesReads || operator !== '??') return;
        const member = left.type === 'ChainExpression' ? left.expression : left;
        if (member.type === 'MemberExpression' && mayBeInherited(member))
          context.report({ node: member, messageId: 'beyond' });
      },
    };
  },
};
