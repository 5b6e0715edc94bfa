import type { Change, Plan } from './plan.js';
import type { StoredRecord } from './stored-records.js';

/** Returns a plan as JSON. */
export const describePlan = (plan: Plan): object => ({
  ...countChanges(plan),
  changes: plan.changes.map(describeChange),
  not_in_files: plan.others.map(describeOther),
});

export function describeChange(change: Change): object {
  const { action, kind, project, name } = change;
  return {
    action,
    section: kind.section,
    project,
    name,
    ...(change.action !== 'add' && { id: change.stored.id }),
    ...(change.action === 'change' && { fields: change.differences }),
  };
}

export const describeOther = ({ kind, project, name, id }: StoredRecord): object => ({
  section: kind.section,
  project,
  name,
  id,
});

export function countChanges({ changes, unchanged }: Plan) {
  const count = (action: Change['action']) => changes.filter((each) => each.action === action).length;
  return { added: count('add'), changed: count('change'), removed: count('remove'), unchanged };
}
