import { address } from '../address.js';
import { Heading } from '../parts/heading.tsx';
import { useLoaded } from '../parts/load.js';
import { ReadState } from '../parts/read-state.tsx';
import { CreateWebhook } from '../sources/create-webhook.tsx';
import { readSources } from '../sources/read-sources.js';
import { SourceTable } from '../sources/source-table.tsx';
import { SourceScreen } from './source.tsx';

/** Milliseconds. */
const EVERY = 5_000;

/** The screen of all sources, or of the one in the URL. */
export function Sources() {
  return address.value.id === undefined ? <All /> : <SourceScreen id={address.value.id} />;
}

function All() {
  const loaded = useLoaded('sources', readSources, EVERY);
  return (
    <>
      <Heading text="Sources" />
      <ReadState of={loaded} />
      <CreateWebhook />
      <SourceTable sources={loaded.value.value} />
    </>
  );
}
