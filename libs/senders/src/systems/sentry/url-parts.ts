import type { Reader } from '../../vocabulary/alarm.js';
import type { Path } from '../../vocabulary/path.js';
import { text } from '../../vocabulary/text.js';

function createUrlReader(pattern: RegExp): (...paths: readonly Path[]) => Reader<string> {
  return (...paths) => {
    const read = text(...paths);
    return (alarm) => {
      const match = pattern.exec(read(alarm) ?? '');
      return match?.[1] ?? match?.[2];
    };
  };
}

/** Reads the id of the issue from its address: `…/issues/42/`. */
export const issueFromUrl = createUrlReader(/\/(?:issues|groups)\/(\d+)/);

/** Reads the organization: `/organizations/acme/…`, `/projects/acme/shop/…`, `https://acme.sentry.io/…`. */
export const organizationFromUrl = createUrlReader(
  /\/(?:organizations|projects)\/([^/?#]+)|^https?:\/\/([a-z0-9-]+)\.sentry\.io\//i,
);

/** Reads the short name of the project: `/api/0/projects/acme/shop/…`. */
export const projectFromUrl = createUrlReader(/\/projects\/[^/]+\/([^/?#]+)/);
