import { externalOrders, relationPage } from '@tradehouse/contract';
import type { ReplyOf, RowOf } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Space } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { EntryTable } from '../../control/EntryTable.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
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

/** What the code of a line stands for, or the way to where it is matched. */
function Goods({ line }: { readonly line: Line }): ReactNode {
  const { outerSkuCode, barcode, productName, quantity, ratio, unit } = line;
  const may = useMay();
  const { open } = useTabs();
  if (barcode !== null) {
    const ours = quantityText(plain(decimal(quantity).times(ratio ?? '1')));
    return `${barcode} ${productName ?? ''} · ${ours} ${unit ?? ''}`;
  }
  return (
    <Space wrap>
      <StatusTag meaning="partial">{t('externalOrder.unmatched')}</StatusTag>
      {may(relationPage) ? (
        <Button
          type="link"
          size="small"
          onClick={() => open(`${relationPage}?outer=${encodeURIComponent(outerSkuCode)}`)}
        >
          {t('externalOrder.match')}
        </Button>
      ) : null}
    </Space>
  );
}

const columnsOf = (digits: number): EntryColumn<Line>[] => [
  { title: title('outerSkuCode'), dataIndex: 'outerSkuCode', width: 140 },
  { title: title('outerName'), dataIndex: 'outerName', width: 160, ellipsis: true },
  figure('quantity', 80, ({ quantity }) => quantityText(quantity)),
  figure('unitPrice', 100, ({ price }) => priceText(price, digits)),
  figure('amount', 100, ({ amount }) => moneyText(amount, digits)),
  { title: t('externalOrder.goods'), key: 'goods', render: (_, line) => <Goods line={line} /> },
];

/** The lines of an order from elsewhere, with what their codes stand for, and the sales order that was made of it. */
export function OrderLines({
  row: { id, externalOrder, documentId, number },
  onClose,
}: RowDialogProps<RowOf<typeof externalOrders.table>>): ReactNode {
  const { currencyDigits } = useSettings();
  const { data } = useQuery({
    queryKey: ['list', externalOrders.infoCall.path, id],
    queryFn: () => call(externalOrders.infoCall, { id: id ?? '' }),
  });
  return (
    <PaneModal
      title={`${t('externalOrder.one')} ${externalOrder ?? ''}`}
      width={1000}
      onCancel={() => onClose(false)}
    >
      {documentId === null ? null : (
        <p>
          {title('number')}{' '}
          <DocumentLink kind="saleOrder" id={documentId}>
            {number}
          </DocumentLink>
        </p>
      )}
      {data === undefined ? (
        <Skeleton active />
      ) : (
        <EntryTable<Line>
          rowKey="line"
          scroll={{ x: 760 }}
          dataSource={[...data.lines]}
          columns={columnsOf(currencyDigits)}
        />
      )}
    </PaneModal>
  );
}
