import { CallerIdField, OnlyField } from '../body/fields.js';

/** What is asked for or of in one domain. */
export abstract class InDomain {
  @CallerIdField({
    required: false,
    description: 'Default: the domain of the key used; the root key must name it.',
    example: 'demo',
  })
  domain_id?: string;
}

/** As much of a record as is wanted. */
export abstract class GetInDomain extends InDomain {
  @OnlyField()
  only?: string[];
}
