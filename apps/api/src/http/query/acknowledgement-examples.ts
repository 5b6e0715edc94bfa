import type { QueryExamples } from './query-examples.js';

export const ALERT_ACKNOWLEDGEMENTS: QueryExamples = {
  webhook: {
    summary: 'Unacknowledged warnings about a disk',
    query: {
      filter: [
        { k: 'severity', v: 'WARNING', o: 'eq' },
        { k: 'acknowledged', v: false, o: 'eq' },
      ],
      keyword: 'disk',
    },
  },
};
