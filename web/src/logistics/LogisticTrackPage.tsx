import { DownloadOutlined, EnvironmentOutlined, StopOutlined } from '@ant-design/icons';
import { logisticsOrders } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { trackingLink } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { saveStored } from '../control/storedFiles.ts';
import { TrackDialog, voidShipment } from '../document/carrier/TrackDialog.tsx';
import { TrackState } from '../document/carrier/Tracks.tsx';
import { List } from '../list/listPage.tsx';
import type { CellRenderers, RowAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

type ShipmentListRow = RowOf<typeof logisticsOrders.table>;

const cells: CellRenderers<typeof logisticsOrders.table> = {
  tracking: ({ tracking, trackingUrl }) => {
    const link = trackingLink(trackingUrl ?? '', tracking ?? '');
    return link === '' ? (
      tracking
    ) : (
      <a href={link} target="_blank" rel="noopener noreferrer">
        {tracking}
      </a>
    );
  },
  documentNumber: ({ documentNumber, documentKind, documentId }) => (
    <DocumentLink kind={documentKind ?? ''} id={documentId}>
      {documentNumber}
    </DocumentLink>
  ),
  trackState: ({ trackState }) => <TrackState state={trackState ?? 'created'} />,
};

const rowActions: readonly RowAction<ShipmentListRow>[] = [
  // The first column opens the dialog, too.
  {
    key: 'edit',
    label: t('shipment.track'),
    icon: <EnvironmentOutlined aria-hidden />,
    dialog: ({ row, onClose }) => <TrackDialog id={row.id ?? ''} onClose={() => onClose(true)} />,
  },
  {
    key: 'label',
    label: t('shipment.downloadLabel'),
    icon: <DownloadOutlined aria-hidden />,
    shown: ({ labelFileId }) => labelFileId !== null,
    run: async ({ labelFileId }) => {
      await saveStored({ id: labelFileId ?? '' });
      return false;
    },
  },
  {
    key: 'void',
    label: t('shipment.void'),
    icon: <StopOutlined aria-hidden />,
    button: '1',
    danger: true,
    shown: ({ trackState }) => trackState === 'created',
    run: async ({ id, number, tracking }) =>
      (await voidShipment({ id: id ?? '', number: number ?? '', tracking: tracking ?? '' })) !==
      null,
  },
];

export default function LogisticTrack(): ReactNode {
  return (
    <List
      table={logisticsOrders.table}
      hint={t('emptyList.shipments')}
      nameColumn="number"
      facts={['tracking', 'partnerName', 'companyName']}
      cells={cells}
      rowActions={rowActions}
    />
  );
}
