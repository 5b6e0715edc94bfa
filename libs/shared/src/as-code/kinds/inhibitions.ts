import { getName, pick, sortTexts, type Kind } from '../kind.js';

const FIELDS = ['source', 'target', 'equal', 'wait', 'settle', 'max', 'enabled'];

export const INHIBITIONS: Kind = {
  section: 'inhibitions',
  noun: 'inhibition',
  id: 'inhibition_id',
  project: 'optional',
  fixed: [],
  seconds: ['wait', 'settle', 'max'],
  filters: { source: undefined, target: undefined },
  schema: (api) => ({
    properties: pick(api['CreateInhibitionRequest']?.properties ?? {}, ...FIELDS),
    required: ['source', 'target'],
  }),
  defaults: () => ({ equal: [], wait: 30, settle: 300, max: 86_400, enabled: true }),
  // The order of these means nothing, and the service sorts them.
  complete: (terms) => ({ ...terms, equal: sortTexts(terms['equal'] ?? []) }),
  nameOf: getName,
  read: (info) => pick(info, ...FIELDS),
  write: (terms, _, name) => ({ name, ...terms }),
};
