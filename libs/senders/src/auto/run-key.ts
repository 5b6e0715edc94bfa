import { chooseField } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { BRANCH, PROJECT, RUN_PROJECT, RUN_WATCHER, WATCHER } from './field-names.js';
import { joinKey } from './join-key.js';
import { isAboutRun } from './run-state.js';
import { isId, isUrl } from './text-checks.js';

/** Builds the key of a build or deployment from pipeline or job, project and branch, because each run has another id. */
export function buildRunKey(
  fields: readonly ScalarField[],
  { tellsThingsApart }: { readonly tellsThingsApart: boolean },
): string | undefined {
  if (!isAboutRun(fields)) return undefined;
  const isAcceptable = ({ text }: ScalarField): boolean => text.length <= 200 && !isUrl(text) && !isId(text);
  const watchers = tellsThingsApart ? RUN_WATCHER : WATCHER;
  const [watch, ...where] = [watchers, PROJECT, BRANCH].map(
    (list) => chooseField(fields, list, isAcceptable)?.field.text,
  );
  if (watch !== undefined || !tellsThingsApart) return watch && joinKey(watch, ...where);
  const [, branch] = where;
  const project = chooseField(
    fields,
    RUN_PROJECT,
    (field) =>
      (field.name.endsWith('id') || isAcceptable(field)) && (field.name !== 'name' || field.depth === 0),
  );
  return branch && project && joinKey(project.field.text, branch);
}
