import { EntitySchema } from 'typeorm';

export const schema = EntitySchema;
