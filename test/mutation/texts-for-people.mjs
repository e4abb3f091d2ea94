/**
 * Leaves alone the sentences of errors, which tests must not compare: the message and `next`. Codes, and whatever is no
 * text, are mutated like everything else.
 */
const textsForPeople = {
  /** @param path of Babel, as the interface for ignorers of Stryker gives it. */
  shouldIgnore(path) {
    if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
    const failure = path.findParent(
      (parent) => parent.isNewExpression() && /Error$/.test(parent.node.callee.name ?? ''),
    );
    if (failure === null) return undefined;
    const isCode = path.isStringLiteral() && path.parentPath === failure && path.key === 0;
    return isCode ? undefined : 'a sentence of an error';
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts-for-people', value: textsForPeople }];
