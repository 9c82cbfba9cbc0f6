import { CheckCircleOutlined, UndoOutlined } from '@ant-design/icons';
import { priceAdjustments } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { outdate } from '../../app/net/query.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { List } from '../../list/listPage.tsx';
import { changed, deletion } from '../../list/resourceActions.tsx';
import type { FormProps, ListAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { PriceAdjustForm } from './priceAdjustForm.tsx';
import { confirming } from './priceAdjustment.ts';

type Row = RowOf<typeof priceAdjustments.table>;

/** The adjustments that the selected lines belong to. */
const idsOf = (rows: readonly Row[]): string =>
  [...new Set(rows.map(({ adjustmentId }) => adjustmentId))].join(',');
const countOf = (rows: readonly Row[]): number => idsOf(rows).split(',').length;

const actions: readonly ListAction<Row>[] = [
  {
    key: 'approve',
    label: t('price.approve'),
    icon: <CheckCircleOutlined aria-hidden />,
    button: '2',
    needs: 'some',
    confirm: (_, rows) => t('price.approveAsk', { n: countOf(rows) }),
    run: (rows) =>
      confirming((confirmed) => changed(priceAdjustments.approve, { ids: idsOf(rows), confirmed })),
  },
  {
    key: 'reverse',
    label: t('price.reverse'),
    icon: <UndoOutlined aria-hidden />,
    button: '7',
    needs: 'some',
    confirm: (_, rows) => t('price.reverseAsk', { n: countOf(rows) }),
    run: (rows) => changed(priceAdjustments.unapprove, { ids: idsOf(rows) }),
  },
  {
    ...deletion,
    needs: 'some',
    confirm: (_, rows) => t('price.deleteAsk', { n: countOf(rows) }),
    run: (rows) => changed(priceAdjustments.removeBatch, { ids: idsOf(rows) }),
  },
];

/** A row is a line; the form is of the adjustment it belongs to. */
const FormOfLine = ({ id, ...props }: FormProps): ReactNode => (
  <PriceAdjustForm {...props} id={id?.split('.')[0] ?? null} />
);

/** Every price that was adjusted, or is to be, line by line. */
export default function PriceAdjust(): ReactNode {
  const { query, page } = useTab();
  const { replace, setDirty } = useTabs();
  const products = query.get('products');
  return (
    <>
      <List
        key={query.toString()}
        table={priceAdjustments.table}
        form={FormOfLine}
        nameColumn="number"
        actions={actions}
        facts={['productName', 'priceKind', 'oldPrice', 'newPrice', 'adjustStatus']}
      />
      {products === null ? null : (
        <PriceAdjustForm
          id={null}
          products={products}
          onClose={(saved) => {
            setDirty(false);
            if (saved) void outdate(['list']);
            replace(page.url);
          }}
        />
      )}
    </>
  );
}
