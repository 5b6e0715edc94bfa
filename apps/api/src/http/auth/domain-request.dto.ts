import { CallerIdField, OnlyField } from '../body/fields.js';

/** Base of requests that act in one domain. */
export abstract class DomainRequest {
  @CallerIdField({
    required: false,
    description: 'The domain of the request. Default: the domain of the key. Required with the root key.',
    example: 'demo',
  })
  domain_id?: string;
}

/** Base of requests that must name their domain, whatever the key. */
export abstract class RequiredDomainRequest {
  @CallerIdField({
    description: 'The domain of the request. An API key may name its own only.',
    example: 'demo',
  })
  domain_id!: string;
}

/** Base of requests for one record, or for some of its fields. */
export abstract class GetRecordRequest extends DomainRequest {
  @OnlyField()
  only?: string[];
}
