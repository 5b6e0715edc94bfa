import type { ComponentType } from 'preact';
import { Skeleton } from '../design/empty-state.tsx';
import { Notice } from './notice.tsx';
import { useLoaded } from './use-loaded.js';

/**
 * Returns a screen whose code is loaded when somebody opens it, so that the first screen does not wait for it. Code that cannot be
 * loaded may be of a release that the service has replaced: then the page has to be loaded again.
 */
export function lazy(name: string, load: () => Promise<ComponentType>): ComponentType {
  let Screen: ComponentType | undefined;
  return function Lazy() {
    const { value, failure } = useLoaded(`code of ${name}`, async () => (Screen ??= await load()));
    // Read in any case, so that the component is drawn again when the code is there.
    const Found = value.value ?? Screen;
    if (Found !== undefined) return <Found />;
    if (failure.value === undefined) return <Skeleton />;
    return (
      <>
        <Notice kind="bad">This screen cannot be loaded. {failure.value}</Notice>
        <button type="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </>
    );
  };
}
