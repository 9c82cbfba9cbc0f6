import { goodsOfSerials, serialsInStock } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { callEndpoint } from '../../app/net/client.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { lookUp } from './productSearch.ts';
import type { LineContext } from './productSearch.ts';

export type SerialHit = ReplyOf<typeof goodsOfSerials>[number];
/** Result of a scanned code: a product, or a single piece by serial. */
export type ScannedProduct = LineProduct & { readonly serial?: SerialHit };

/** Looks up scanned codes; on issues, a non-barcode may be a serial in stock. */
export async function lookUpScans(
  codes: readonly string[],
  context: LineContext,
  takesSerials: boolean,
): Promise<ReadonlyMap<string, ScannedProduct>> {
  const products = await lookUp(codes, context);
  const strange = codes.filter((code) => !products.has(code));
  if (!takesSerials || strange.length === 0) return products;
  const hits = await callEndpoint(goodsOfSerials, { serials: strange.join(',') }, { quiet: true });
  if (hits.length === 0) return products;
  const owners = await lookUp([...new Set(hits.map(({ barcode }) => barcode))], context);
  const pieces = hits.flatMap((hit): readonly (readonly [string, ScannedProduct])[] => {
    const product = owners.get(hit.barcode);
    return product === undefined ? [] : [[hit.serial, { ...product, serial: hit }]];
  });
  return new Map<string, ScannedProduct>([...pieces, ...products]);
}

/** Serials per request; URL length is limited. */
const ASKED = 90;

/** Returns the line's outgoing serials that are not in its warehouse. */
export async function missingSerials(
  { barcode, warehouseId }: Pick<LineDraft, 'barcode' | 'warehouseId'>,
  serials: readonly string[],
): Promise<readonly string[]> {
  const chunks = Array.from({ length: Math.ceil(serials.length / ASKED) }, (_, at) =>
    serials.slice(at * ASKED, (at + 1) * ASKED),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      callEndpoint(
        serialsInStock,
        {
          barCode: barcode,
          rows: 500,
          // Sends at least two names: a single name would trigger a search.
          name: [...chunk, ...chunk.slice(0, 1)].join(','),
          ...(warehouseId === null ? {} : { depotId: warehouseId }),
        },
        { quiet: true },
      ),
    ),
  );
  return [...new Set(answers.flatMap(({ missing }) => missing))];
}
