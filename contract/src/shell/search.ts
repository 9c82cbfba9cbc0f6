import { kindCodes } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Sought, toLiteralUnion } from '../field.ts';
import { Closed, DecimalString, Id } from '../resource.ts';
import { partnerTypes } from '../recordPages.ts';

/** Most rows of each group in a search reply. */
export const SEARCH_ROWS = 6;

/**
 * Header search: enabled products and partners, documents by number prefix. A group without list access is
 * empty; amounts are not returned.
 */
export const headerSearch = defineEndpoint({
  call: 'GET /sys/search',
  summary: 'Products, documents and partners that a keyword names, a few of each',
  access: 'signedIn',
  input: Closed({ q: Sought(100) }),
  reply: Closed({
    products: Type.Array(
      Closed({
        id: Id,
        name: Type.String(),
        barcode: Type.String(),
        standard: Type.String(),
        unit: Type.String(),
        /** In this unit, in the warehouses of the caller. */
        stock: DecimalString,
      }),
    ),
    documents: Type.Array(
      Closed({
        id: Id,
        kind: toLiteralUnion(kindCodes),
        number: Type.String(),
        date: Type.String(),
        partnerName: Type.String(),
      }),
    ),
    partners: Type.Array(
      Closed({
        id: Id,
        type: toLiteralUnion(partnerTypes),
        name: Type.String(),
        phone: Type.String(),
      }),
    ),
  }),
});
