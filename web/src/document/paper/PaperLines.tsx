import type { DocumentReply, LineReply } from '@tradehouse/contract';
import { documentKinds, settledBy, plain, progressOn, sum, targetsOf } from '@tradehouse/domain';
import type { AnyKindCode, ProgressName } from '@tradehouse/domain';
import { useSettings } from '../../app/settings/settings.ts';
import { moneyText, priceText, quantityText } from '../../control/format.ts';
import { Thumbnail } from '../../control/Pictures.tsx';
import { t } from '../../phrase/index.ts';
import { settledTitle } from '../money/settledTitle.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { numberOf } from '../draft/priced.ts';

interface PaperColumn {
  readonly id: string;
  readonly title: string;
  readonly right?: true;
  readonly read: (line: LineReply) => string;
  /** Drawn even where no line has anything in it. */
  readonly always?: true;
  readonly total?: (lines: readonly LineReply[]) => string;
}

const totalOf = (lines: readonly LineReply[], read: (line: LineReply) => string | null): string =>
  plain(sum(lines.map((line) => numberOf(read(line)))));

const traces = (
  line: LineReply,
  read: (part: LineReply['allocations'][number]) => string | null,
): string =>
  [...new Set(line.allocations.map(read))]
    .filter((text) => text !== null && text !== '')
    .join(', ');

/** How much of each line others have taken, in a column of its own once something is. */
function takenColumns(code: AnyKindCode): readonly PaperColumn[] {
  const names = new Set(targetsOf(code).flatMap((target) => progressOn(code, target) ?? []));
  const column = (
    name: ProgressName,
    of: 'doneQuantity' | 'linkedQuantity' | 'purchasedQuantity',
  ): PaperColumn => ({
    id: name,
    title: t(`bill.done.${name}`),
    right: true,
    read: (line) => (numberOf(line[of]).isZero() ? '' : quantityText(line[of])),
    total: (lines) => quantityText(totalOf(lines, (line) => line[of])),
  });
  return [
    ...(names.has('fulfilled') ? [column('fulfilled', 'doneQuantity')] : []),
    ...(names.has('returned') ? [column('returned', 'linkedQuantity')] : []),
    ...(names.has('purchased') ? [column('purchased', 'purchasedQuantity')] : []),
  ];
}

/** What the product is, where some line says something of it. */
const fact = (
  id:
    | 'skuCode'
    | 'outerSkuCode'
    | 'standard'
    | 'model'
    | 'color'
    | 'brand'
    | 'maker'
    | 'propertyOne'
    | 'propertyTwo'
    | 'propertyThree'
    | 'attributes'
    | 'shelfPosition',
): PaperColumn => ({ id, title: columnTitle(id), read: (line) => line[id] });

function goodsColumns(code: AnyKindCode, digits: number): readonly PaperColumn[] {
  const kind = documentKinds[code];
  const taxed = kind.amounts.includes('tax');
  const money = (value: string | null): string => moneyText(value, digits);
  const summed = (id: 'amount' | 'tax' | 'total'): PaperColumn => ({
    id,
    title: t(`editor.column.${id}`),
    right: true,
    always: true,
    read: (line) => money(line[id]),
    total: (lines) =>
      lines.some((line) => line[id] === null)
        ? t('empty.none')
        : money(totalOf(lines, (line) => line[id])),
  });
  return [
    {
      id: 'warehouse',
      title: t('editor.column.warehouse'),
      read: ({ warehouseName }) => warehouseName,
    },
    {
      id: 'targetWarehouse',
      title: t('editor.column.targetWarehouse'),
      read: ({ targetWarehouseName }) => targetWarehouseName,
    },
    {
      id: 'barcode',
      title: t('editor.column.barcode'),
      always: true,
      read: ({ barcode }) => barcode,
    },
    fact('skuCode'),
    fact('outerSkuCode'),
    {
      id: 'name',
      title: t('editor.column.name'),
      always: true,
      read: ({ productName }) => productName,
    },
    fact('standard'),
    fact('model'),
    fact('color'),
    fact('brand'),
    fact('maker'),
    fact('propertyOne'),
    fact('propertyTwo'),
    fact('propertyThree'),
    fact('attributes'),
    fact('shelfPosition'),
    {
      id: 'serials',
      title: t('editor.column.serials'),
      read: (line) => traces(line, ({ serials }) => serials.join(', ')),
    },
    { id: 'lot', title: t('editor.column.lot'), read: (line) => traces(line, ({ lot }) => lot) },
    {
      id: 'expiry',
      title: t('editor.column.expiry'),
      read: (line) => traces(line, ({ expiry }) => expiry),
    },
    {
      id: 'stockType',
      title: t('editor.column.stockType'),
      read: (line) =>
        traces(line, ({ stockType }) =>
          stockType === 'formal' ? null : t(`editor.stockType.${stockType}`),
        ),
    },
    { id: 'unit', title: t('editor.column.unit'), always: true, read: ({ unit }) => unit },
    {
      id: 'quantity',
      title: t('editor.column.quantity'),
      right: true,
      always: true,
      read: ({ quantity }) => quantityText(quantity),
      total: (lines) => quantityText(totalOf(lines, ({ quantity }) => quantity)),
    },
    {
      id: 'weight',
      title: t('editor.column.weight'),
      right: true,
      read: ({ weight }) => (numberOf(weight).isZero() ? '' : quantityText(weight)),
      total: (lines) => quantityText(totalOf(lines, ({ weight }) => weight)),
    },
    {
      id: 'supplierId',
      title: t('editor.column.supplierId'),
      read: ({ supplierName }) => supplierName,
    },
    {
      id: 'referencePrice',
      title: t('editor.column.referencePrice'),
      right: true,
      read: ({ referencePrice }) =>
        referencePrice === null ? '' : priceText(referencePrice, digits),
    },
    ...takenColumns(code),
    ...(kind.price === null
      ? []
      : [
          {
            id: 'unitPrice',
            title: t('editor.column.unitPrice'),
            right: true as const,
            always: true as const,
            read: ({ unitPrice }: LineReply) => priceText(unitPrice, digits),
          },
          summed('amount'),
        ]),
    ...(taxed
      ? [
          {
            id: 'taxRate',
            title: t('editor.column.taxRate'),
            right: true as const,
            read: ({ taxRate }: LineReply) =>
              numberOf(taxRate).isZero() ? '' : quantityText(taxRate),
          },
          summed('tax'),
          summed('total'),
        ]
      : []),
    { id: 'remark', title: t('editor.column.remark'), read: ({ remark }) => remark },
  ];
}

function moneyColumns(code: AnyKindCode, digits: number): readonly PaperColumn[] {
  const settles = settledBy(code) !== null;
  const money = (value: string | null): string => moneyText(value, digits);
  return [
    {
      id: 'number',
      title: settledTitle(code, 'number'),
      read: ({ settledNumber, settledDocumentId, accountId, itemId }) =>
        settledNumber !== ''
          ? settledNumber
          : settledDocumentId === null && accountId === null && itemId === null && settles
            ? t('money.opening')
            : '',
    },
    { id: 'account', title: t('editor.foot.account'), read: ({ accountName }) => accountName },
    { id: 'item', title: t('document.summary'), read: ({ itemName }) => itemName },
    {
      id: 'debt',
      title: settledTitle(code, 'debt'),
      right: true,
      read: ({ settledDebt }) => (settledDebt === null ? '' : money(settledDebt)),
    },
    {
      id: 'settled',
      title: settledTitle(code, 'settled'),
      right: true,
      read: ({ settledBefore }) => (settledBefore === null ? '' : money(settledBefore)),
    },
    {
      id: 'amount',
      title: settledTitle(code, 'amount'),
      right: true,
      always: true,
      read: ({ amount }) => money(amount),
      total: (lines) => money(totalOf(lines, ({ amount }) => amount)),
    },
    { id: 'remark', title: t('editor.column.remark'), read: ({ remark }) => remark },
  ];
}

interface Props {
  readonly reply: Pick<DocumentReply, 'kind' | 'lines'>;
}

/** The lines as they stand on paper: only columns that say something, totals at the foot. */
export function PaperLines({ reply }: Props) {
  const { currencyDigits } = useSettings();
  const { lines } = reply;
  const code = reply.kind;
  const all =
    documentKinds[code].subject === 'money'
      ? moneyColumns(code, currencyDigits)
      : goodsColumns(code, currencyDigits);
  const columns = all.filter(
    (column) => column.always || lines.some((line) => column.read(line) !== ''),
  );
  return (
    // It scrolls sideways on a phone, so the arrow keys must get there.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="paper-lines" tabIndex={0} role="region" aria-label={t('editor.lines.label')}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map(({ id, title, right }) => (
              <th key={id} scope="col" className={right && 'right'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={line.line}>
              <td className="right">{at + 1}</td>
              {columns.map(({ id, title, read, right }) => (
                <td key={id} className={right && 'right'} data-column={id} data-title={title}>
                  {id === 'barcode' && line.imageId !== null && (
                    <Thumbnail id={line.imageId} name={line.productName} />
                  )}
                  {read(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Σ</td>
            {columns.map(({ id, title, total, right }) => (
              <td key={id} className={right && 'right'} data-column={id} data-title={title}>
                {total?.(lines)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
