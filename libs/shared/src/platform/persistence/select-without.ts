import type { EntityManager, EntityTarget, FindOneOptions, FindOptionsSelect, ObjectLiteral } from 'typeorm';

/** Options that select all columns of an entity but some. Those are `undefined`, and an update with the entity leaves them as they are. */
export function selectWithout<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  leftOut: readonly (keyof T & string)[],
): Pick<FindOneOptions<T>, 'select'> {
  const { columns } = manager.connection.getMetadata(entity);
  const selected = columns.filter(({ propertyName }) => !leftOut.includes(propertyName));
  const select = Object.fromEntries(selected.map(({ propertyName }) => [propertyName, true]));
  return { select: select as FindOptionsSelect<T> };
}
