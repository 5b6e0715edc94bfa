import type { EntityManager, EntityTarget, FindOptionsSelect, ObjectLiteral } from 'typeorm';

/** Selects all columns of an entity but some. Those are `undefined`, and an update with the entity leaves them as they are. */
export function selectWithout<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  leftOut: readonly (keyof T & string)[],
): FindOptionsSelect<T> {
  const { columns } = manager.connection.getMetadata(entity);
  const selected = columns.filter(({ propertyName }) => !leftOut.includes(propertyName));
  return Object.fromEntries(selected.map(({ propertyName }) => [propertyName, true])) as FindOptionsSelect<T>;
}
