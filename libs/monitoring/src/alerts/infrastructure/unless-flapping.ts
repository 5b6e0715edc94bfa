/** The condition on a change `c` for whoever is told that a key is flapping, and little else of it until it is calm. */
export const UNLESS_FLAPPING = `(not c.flapping or c.kind = 'flapping')`;
