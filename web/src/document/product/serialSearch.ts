import { goodsOfSerials, serialsInStock } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { barcodesOfScan, resolveScan } from '@tradehouse/domain';
import type { GoodsFault, ScanContent } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { readOwnScan } from '../scan/readOwnScan.ts';
import { lookUp } from './productSearch.ts';
import type { LineContext } from './productSearch.ts';

type SerialHit = ReplyOf<typeof goodsOfSerials>[number];

/** A single piece: where it is, or on a receipt where it goes. */
export type ScannedPiece = Pick<SerialHit, 'serial' | 'stockType'> & {
  readonly warehouseId: string | null;
};

/**
 * Result of a scanned code: a product, or a single piece by serial. `content` is what the code says, with the
 * quantity in the unit of the product; `fault` refuses the code.
 */
export type ScannedProduct = LineProduct & {
  readonly content: ScanContent;
  readonly piece?: ScannedPiece;
  readonly fault?: GoodsFault;
};

/**
 * Looks up scanned codes. On issues, a non-barcode may be a serial in stock, and the days of a lot come from
 * the stock; on receipts, the serial of a GS1 code is a new piece.
 */
export async function lookUpScans(
  codes: readonly string[],
  context: LineContext,
  issues: boolean,
): Promise<ReadonlyMap<string, ScannedProduct>> {
  const contents = codes.flatMap((scanned): readonly (readonly [string, ScanContent])[] => {
    const reading = readOwnScan(scanned);
    return 'fault' in reading ? [] : [[scanned, reading]];
  });
  const products = await lookUp(
    [...new Set(contents.flatMap(([, content]) => barcodesOfScan(content)))],
    context,
  );
  const resolved = contents.map(
    ([scanned, content]) =>
      [scanned, content, resolveScan(content, (code) => products.get(code))] as const,
  );
  const pieces = issues
    ? await findPieces(
        resolved.flatMap(([, { code, serial }, found]) => {
          if (found === undefined) return [code];
          return serial === '' ? [] : [serial];
        }),
        context,
      )
    : new Map<string, LineProduct & { readonly piece: ScannedPiece }>();
  return new Map(
    resolved.flatMap(([scanned, read, goods]): readonly (readonly [string, ScannedProduct])[] => {
      const found = pieces.get(goods === undefined ? read.code : read.serial);
      if (goods === undefined)
        return found === undefined ? [] : [[scanned, { ...found, content: read }]];
      const product = goods.goods;
      if ('fault' in goods) return [[scanned, { ...product, content: read, fault: goods.fault }]];
      const content = { ...read, quantity: goods.quantity, amount: goods.amount };
      if (issues) {
        const own = found?.skuId === product.skuId ? { piece: found.piece } : {};
        return [
          [scanned, { ...product, content: { ...content, produced: '', expiry: '' }, ...own }],
        ];
      }
      const { serial } = content;
      const { warehouseId } = context;
      const isPiece = serial !== '' && product.serialManaged;
      const piece = isPiece ? { piece: { serial, stockType: 'formal', warehouseId } as const } : {};
      return [[scanned, { ...product, content, ...piece }]];
    }),
  );
}

/** Finds pieces in stock by serial, with their products. */
async function findPieces(
  serials: readonly string[],
  context: LineContext,
): Promise<ReadonlyMap<string, LineProduct & { readonly piece: ScannedPiece }>> {
  if (serials.length === 0) return new Map();
  const hits = await callEndpoint(goodsOfSerials, { serials: serials.join(',') }, { quiet: true });
  if (hits.length === 0) return new Map();
  const owners = await lookUp([...new Set(hits.map(({ barcode }) => barcode))], context);
  return new Map(
    hits.flatMap((hit) => {
      const product = owners.get(hit.barcode);
      return product === undefined ? [] : [[hit.serial, { ...product, piece: hit }] as const];
    }),
  );
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
