import type { Input, Tocsin } from '#client';
import type { Info } from '#shared/as-code/kind.js';
import { StoredRecords } from '#shared/as-code/stored-records.js';
import { operationsOf } from './operations.js';

const PAGE_LIMIT = 500;

/** Asks the service for the records of a domain that can be in files. */
export function readStoredRecords(
  tocsin: Tocsin,
  domain: { readonly domain_id?: string },
): Promise<StoredRecords> {
  const body = { ...domain, query: { page: { limit: PAGE_LIMIT } } };
  return StoredRecords.read(
    (kind) =>
      tocsin.each(
        operationsOf(kind).search as 'searchWebhooks',
        { body } as Input<'searchWebhooks'>,
      ) as unknown as AsyncIterable<Info>,
  );
}
