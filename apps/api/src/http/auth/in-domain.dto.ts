import { CallerIdField, OnlyField } from '../body/fields.js';

/** Base of requests that act in one domain. */
export abstract class InDomain {
  @CallerIdField({
    required: false,
    description: 'Default: the domain of the key used; the root key must name it.',
    example: 'demo',
  })
  domain_id?: string;
}

/** Base of requests for one record, or for some of its fields. */
export abstract class GetInDomain extends InDomain {
  @OnlyField()
  only?: string[];
}
