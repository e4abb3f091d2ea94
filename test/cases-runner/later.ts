/**
 * What a case may ask for and the product cannot do yet, with the issue that brings it. A later issue takes its lines
 * out here and adds a handler in `ops/`, `checks/` or `product/`; nothing else changes.
 */

export const LATER_OPS: Readonly<Record<string, string>> = {};
