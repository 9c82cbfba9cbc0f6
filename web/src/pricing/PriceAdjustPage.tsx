import { CheckCircleOutlined, UndoOutlined } from '@ant-design/icons';
import { priceAdjustments } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { List } from '../list/listPage.tsx';
import { submitListChange, deletion } from '../list/resourceActions.tsx';
import type { RecordFormProps, ListAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { PriceAdjustForm } from './priceAdjustForm.tsx';
import { confirmPricesBelowMinimum } from './priceAdjustment.ts';

type PriceAdjustmentRow = RowOf<typeof priceAdjustments.table>;

/** Returns the adjustments of the selected lines. */
const joinPriceAdjustmentIds = (rows: readonly PriceAdjustmentRow[]): string =>
  [...new Set(rows.map(({ adjustmentId }) => adjustmentId))].join(',');
const countOf = (rows: readonly PriceAdjustmentRow[]): number =>
  joinPriceAdjustmentIds(rows).split(',').length;

const actions: readonly ListAction<PriceAdjustmentRow>[] = [
  {
    key: 'approve',
    label: t('price.approve'),
    icon: <CheckCircleOutlined aria-hidden />,
    button: '2',
    needs: 'some',
    confirm: (_, rows) => t('price.approveAsk', { n: countOf(rows) }),
    run: (rows) =>
      confirmPricesBelowMinimum((confirmed) =>
        submitListChange(priceAdjustments.approve, {
          ids: joinPriceAdjustmentIds(rows),
          confirmed,
        }),
      ),
  },
  {
    key: 'reverse',
    label: t('price.reverse'),
    icon: <UndoOutlined aria-hidden />,
    button: '7',
    needs: 'some',
    confirm: (_, rows) => t('price.reverseAsk', { n: countOf(rows) }),
    run: (rows) =>
      submitListChange(priceAdjustments.unapprove, { ids: joinPriceAdjustmentIds(rows) }),
  },
  {
    ...deletion,
    needs: 'some',
    confirm: (_, rows) => t('price.deleteAsk', { n: countOf(rows) }),
    run: (rows) =>
      submitListChange(priceAdjustments.removeBatch, { ids: joinPriceAdjustmentIds(rows) }),
  },
];

/** Renders the form of the adjustment behind a line. */
const FormOfLine = ({ id, ...props }: RecordFormProps): ReactNode => (
  <PriceAdjustForm {...props} id={id?.split('.')[0] ?? null} />
);

/** Lists adjusted prices, past and planned, line by line. */
export default function PriceAdjust(): ReactNode {
  const { query, page } = useTab();
  const { replace, setDirty } = useTabActions();
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
            if (saved) void invalidateQueryKeys(['list']);
            replace(page.url);
          }}
        />
      )}
    </>
  );
}
