import { address } from '../address.js';
import { SourceList } from '../sources/source-list.tsx';
import { NewSource } from '../sources/new-source.tsx';
import { SourceScreen } from './source.tsx';

/** The screen of all sources, of a new one, or of the one in the address. */
export function Sources() {
  const { id, parameters } = address.value;
  if (id !== undefined) return <SourceScreen id={id} />;
  return parameters.has('new') ? <NewSource system={parameters.get('new') ?? ''} /> : <SourceList />;
}
