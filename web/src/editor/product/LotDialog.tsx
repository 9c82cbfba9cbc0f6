import { lotsOfBarcode } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import type { TableColumnsType } from 'antd';
import { call } from '../../app/client.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import type { LineDraft } from '../lines/lineDraft.ts';

export type Lot = ReplyOf<typeof lotsOfBarcode>[number];

interface Props {
  readonly line: LineDraft;
  readonly onTake: (lot: Lot) => void;
  readonly onClose: () => void;
}

const columns = (): TableColumnsType<Lot> => [
  { title: t('editor.column.lot'), dataIndex: 'lot' },
  {
    title: t('editor.column.expiry'),
    dataIndex: 'expiry',
    width: 130,
    render: (day: string | null) => day ?? t('empty.none'),
  },
  {
    title: t('editor.column.stockType'),
    dataIndex: 'stockType',
    width: 110,
    render: (type: 'formal') => t(`editor.stockType.${type}`),
  },
  {
    title: t('editor.column.stock'),
    dataIndex: 'quantity',
    width: 120,
    align: 'right',
    render: (quantity: string) => <NumberText value={quantity} />,
  },
];

/** The lots of a line's product in its warehouse, soonest expiry first; a click takes one. */
export function LotDialog({ line, onTake, onClose }: Props) {
  const input = {
    barCode: line.barcode,
    ...(line.warehouseId === null ? {} : { depotId: line.warehouseId }),
  };
  const { data, isFetching } = useQuery({
    queryKey: ['lots', input],
    queryFn: () => call(lotsOfBarcode, input),
    staleTime: 0,
  });
  return (
    <PaneModal
      width={720}
      ready={data !== undefined}
      title={t('editor.lot.title', { name: line.product?.productName ?? '' })}
      onCancel={onClose}
    >
      <Table<Lot>
        size="small"
        rowKey={({ lot, stockType }) => `${lot} ${stockType}`}
        columns={columns()}
        dataSource={[...(data ?? [])]}
        loading={isFetching}
        pagination={false}
        scroll={{ y: 360 }}
        onRow={(lot) => ({
          onClick: () => onTake(lot),
          tabIndex: 0,
          onKeyDown: (event) => event.key === 'Enter' && onTake(lot),
        })}
        locale={{ emptyText: t('editor.lot.none') }}
      />
    </PaneModal>
  );
}
