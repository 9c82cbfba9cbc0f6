import { externalOrders } from '@tradehouse/contract';
import type { ReplyOf, RowOf } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { moneyText, priceText, quantityText } from '../../control/format.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import { labelOf } from '../../record/labels.ts';
import type { RowDialogProps } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';

type Line = ReplyOf<typeof externalOrders.infoCall>['lines'][number];

const title = (name: string): string => labelOf(externalOrders.table, name);
const figure = (name: string, width: number, text: (line: Line) => string) => ({
  title: title(name),
  key: name,
  width,
  align: 'right' as const,
  render: (_: unknown, line: Line) => text(line),
});

const columnsOf = (digits: number) => [
  { title: title('outerSkuCode'), dataIndex: 'outerSkuCode', width: 140 },
  { title: title('outerName'), dataIndex: 'outerName', width: 160, ellipsis: true },
  figure('quantity', 80, ({ quantity }) => quantityText(quantity)),
  figure('unitPrice', 100, ({ price }) => priceText(price, digits)),
  figure('amount', 100, ({ amount }) => moneyText(amount, digits)),
  {
    title: t('externalOrder.goods'),
    key: 'goods',
    render: (_: unknown, { barcode, productName, quantity, ratio, unit }: Line) =>
      barcode === null ? (
        <StatusTag meaning="partial">{t('externalOrder.unmatched')}</StatusTag>
      ) : (
        `${barcode} ${productName ?? ''} · ${quantityText(plain(decimal(quantity).times(ratio ?? '1')))} ${unit ?? ''}`
      ),
  },
];

/** The lines of an order from elsewhere, with what their codes stand for. */
export function OrderLines({
  row,
  onClose,
}: RowDialogProps<RowOf<typeof externalOrders.table>>): ReactNode {
  const { currencyDigits } = useSettings();
  const { data } = useQuery({
    queryKey: ['list', externalOrders.infoCall.path, row.id],
    queryFn: () => call(externalOrders.infoCall, { id: row.id ?? '' }),
  });
  return (
    <PaneModal
      title={`${t('externalOrder.one')} ${row.externalOrder ?? ''}`}
      width={1000}
      onCancel={() => onClose(false)}
    >
      {data === undefined ? (
        <Skeleton active />
      ) : (
        <Table<Line>
          size="small"
          rowKey="line"
          pagination={false}
          scroll={{ x: 760 }}
          dataSource={[...data.lines]}
          columns={columnsOf(currencyDigits)}
        />
      )}
    </PaneModal>
  );
}
