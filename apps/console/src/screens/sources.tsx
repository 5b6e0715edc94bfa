import { address } from '../address.js';
import { Heading } from '../parts/heading.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { LoadState } from '../parts/load-state.tsx';
import { CreateWebhook } from '../sources/create-webhook.tsx';
import { readSources } from '../sources/read-sources.js';
import { SourceTable } from '../sources/source-table.tsx';
import { SourceScreen } from './source.tsx';

/** Milliseconds. */
const REFRESH_MS = 5_000;

/** The screen of all sources, or of the one in the URL. */
export function Sources() {
  return address.value.id === undefined ? <SourceList /> : <SourceScreen id={address.value.id} />;
}

function SourceList() {
  const loaded = useLoaded('sources', readSources, REFRESH_MS);
  return (
    <>
      <Heading text="Sources" />
      <LoadState loaded={loaded} />
      <CreateWebhook />
      <SourceTable sources={loaded.value.value} />
    </>
  );
}
