import { externalOrders, relationPage } from '@tradehouse/contract';
import type { ReplyOf, RowOf } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Space } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useMay } from '../app/settings/permission.ts';
import { useSettings } from '../app/settings/settings.ts';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { moneyText, priceText, quantityText } from '../control/format.ts';
import { PageLink } from '../control/PageLink.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { StatusTag } from '../control/StatusTag.tsx';
import { labelOfColumn } from '../record/labels.ts';
import type { RowDialogProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

type ExternalOrderLineReply = ReplyOf<typeof externalOrders.infoCall>['lines'][number];

const titleOfExternalOrderLine = (name: string): string =>
  labelOfColumn(externalOrders.table, name);
const toExternalOrderFigureColumn = (
  name: string,
  width: number,
  text: (line: ExternalOrderLineReply) => string,
) => ({
  title: titleOfExternalOrderLine(name),
  key: name,
  width,
  align: 'right' as const,
  render: (_: unknown, line: ExternalOrderLineReply) => text(line),
});

/** Shows the product of a line's code, or a link to the mapping page. */
function Goods({ line }: { readonly line: ExternalOrderLineReply }): ReactNode {
  const { outerSkuCode, barcode, productName, quantity, ratio, unit } = line;
  const may = useMay();
  if (barcode !== null) {
    const ours = quantityText(toPlainDecimal(decimal(quantity).times(ratio ?? '1')));
    return `${barcode} ${productName ?? ''} · ${ours} ${unit ?? ''}`;
  }
  return (
    <Space wrap>
      <StatusTag meaning="partial">{t('externalOrder.unmatched')}</StatusTag>
      {may(relationPage) ? (
        <PageLink url={`${relationPage}?outer=${encodeURIComponent(outerSkuCode)}`}>
          {t('externalOrder.match')}
        </PageLink>
      ) : null}
    </Space>
  );
}

const columnsOfExternalOrderLines = (digits: number): EntryColumn<ExternalOrderLineReply>[] => [
  { title: titleOfExternalOrderLine('outerSkuCode'), dataIndex: 'outerSkuCode', width: 140 },
  {
    title: titleOfExternalOrderLine('outerName'),
    dataIndex: 'outerName',
    width: 160,
    ellipsis: true,
  },
  toExternalOrderFigureColumn('quantity', 80, ({ quantity }) => quantityText(quantity)),
  toExternalOrderFigureColumn('unitPrice', 100, ({ price }) => priceText(price, digits)),
  toExternalOrderFigureColumn('amount', 100, ({ amount }) => moneyText(amount, digits)),
  { title: t('externalOrder.goods'), key: 'goods', render: (_, line) => <Goods line={line} /> },
];

/** Shows lines of an external order with their products, and the resulting sales order. */
export function OrderLines({
  row: { id, externalOrder, documentId, number },
  onClose,
}: RowDialogProps<RowOf<typeof externalOrders.table>>): ReactNode {
  const { currencyDigits } = useSettings();
  const { data } = useQuery({
    queryKey: ['list', externalOrders.infoCall.path, id],
    queryFn: () => callEndpoint(externalOrders.infoCall, { id: id ?? '' }),
  });
  return (
    <PaneModal
      title={`${t('externalOrder.one')} ${externalOrder ?? ''}`}
      width={1000}
      onCancel={() => onClose(false)}
    >
      {documentId === null ? null : (
        <p>
          {titleOfExternalOrderLine('number')}{' '}
          <DocumentLink kind="saleOrder" id={documentId}>
            {number}
          </DocumentLink>
        </p>
      )}
      {data === undefined ? (
        <Skeleton active />
      ) : (
        <EntryTable<ExternalOrderLineReply>
          rowKey="line"
          scroll={{ x: 760 }}
          dataSource={[...data.lines]}
          columns={columnsOfExternalOrderLines(currencyDigits)}
        />
      )}
    </PaneModal>
  );
}
