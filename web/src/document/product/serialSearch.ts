import { goodsOfSerials, serialsInStock } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { lookUp } from './productSearch.ts';
import type { LineContext } from './productSearch.ts';

export type SerialHit = ReplyOf<typeof goodsOfSerials>[number];
/** What a scanned code names: a product, or one piece of it by its serial. */
export type Scanned = LineProduct & { readonly serial?: SerialHit };

/** What scanned codes name; where goods leave, a code that is no barcode may be the serial of a piece in stock. */
export async function lookUpScans(
  codes: readonly string[],
  context: LineContext,
  takesSerials: boolean,
): Promise<ReadonlyMap<string, Scanned>> {
  const products = await lookUp(codes, context);
  const strange = codes.filter((code) => !products.has(code));
  if (!takesSerials || strange.length === 0) return products;
  const hits = await call(goodsOfSerials, { serials: strange.join(',') }, { quiet: true });
  if (hits.length === 0) return products;
  const owners = await lookUp([...new Set(hits.map(({ barcode }) => barcode))], context);
  const pieces = hits.flatMap((hit): readonly (readonly [string, Scanned])[] => {
    const product = owners.get(hit.barcode);
    return product === undefined ? [] : [[hit.serial, { ...product, serial: hit }]];
  });
  return new Map<string, Scanned>([...pieces, ...products]);
}

/** Serials in one question; the address of a request is not endless. */
const ASKED = 90;

/** Of serials that are to leave with a line, those that don't lie in its warehouse. */
export async function missingSerials(
  { barcode, warehouseId }: Pick<LineDraft, 'barcode' | 'warehouseId'>,
  serials: readonly string[],
): Promise<readonly string[]> {
  const chunks = Array.from({ length: Math.ceil(serials.length / ASKED) }, (_, at) =>
    serials.slice(at * ASKED, (at + 1) * ASKED),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      call(
        serialsInStock,
        {
          barCode: barcode,
          rows: 500,
          // Two names at least: one alone would be searched for.
          name: [...chunk, ...chunk.slice(0, 1)].join(','),
          ...(warehouseId === null ? {} : { depotId: warehouseId }),
        },
        { quiet: true },
      ),
    ),
  );
  return [...new Set(answers.flatMap(({ missing }) => missing))];
}
