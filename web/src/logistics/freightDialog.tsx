import { freights } from '@tradehouse/contract';
import type { FreightInfo } from '@tradehouse/contract';
import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useSettings } from '../app/settings/settings.ts';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { timeText } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { ReadModal } from '../control/ReadModal.tsx';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { FreightState } from './freightState.tsx';
import './freight.css';

const labelOfFreightDialog = (name: string): string => labelOfColumn(freights.table, name);

const columnsOfFreightLines = (currency: string) => [
  { title: t('freight.line'), dataIndex: 'line', width: 60 },
  { title: labelOfFreightDialog('barcode'), dataIndex: 'barcode', width: 130 },
  { title: labelOfFreightDialog('productName'), dataIndex: 'productName', ellipsis: true },
  {
    title: labelOfFreightDialog('quantity'),
    key: 'quantity',
    width: 100,
    align: 'right' as const,
    render: (_: unknown, { quantity, unit }: FreightInfo['shares'][number]) => (
      <>
        <NumberText value={quantity} /> {unit}
      </>
    ),
  },
  {
    title: labelOfFreightDialog('weight'),
    dataIndex: 'weight',
    width: 100,
    align: 'right' as const,
    render: (weight: string) => <NumberText value={weight} />,
  },
  {
    title: t('freight.share'),
    dataIndex: 'share',
    width: 110,
    align: 'right' as const,
    render: (share: string | null) => <NumberText value={share} as="money" of={currency} />,
  },
];

function FreightFacts({ told }: { readonly told: FreightInfo }): ReactNode {
  const { timeZone } = useSettings();
  const money = (value: string | null) => (
    <NumberText value={value} as="money" of={told.currency} />
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      labelOfFreightDialog('documentNumber'),
      <DocumentLink key="document" kind={told.documentKind} id={told.documentId}>
        {told.documentNumber}
      </DocumentLink>,
    ],
    [labelOfFreightDialog('tracking'), told.tracking || '—'],
    [labelOfFreightDialog('companyName'), told.companyName],
    [labelOfFreightDialog('freightState'), <FreightState key="state" state={told.freightState} />],
    [labelOfFreightDialog('direction'), choiceOf('direction', told.direction)],
    [labelOfFreightDialog('freightDate'), told.freightDate],
    [labelOfFreightDialog('paymentKind'), choiceOf('paymentKind', told.paymentKind)],
    [
      labelOfFreightDialog('billableWeight'),
      <NumberText key="weight" value={told.billableWeight} />,
    ],
    [t('freight.volume'), <NumberText key="volume" value={told.volume} />],
    [labelOfFreightDialog('estimated'), money(told.estimated)],
    [labelOfFreightDialog('actual'), money(told.actual)],
    [labelOfFreightDialog('difference'), money(told.difference)],
    ...(told.exchangeRate === '1'
      ? []
      : ([
          [labelOfFreightDialog('exchangeRate'), `${told.currency} ${told.exchangeRate}`],
          [t('freight.worth'), <NumberText key="worth" value={told.worth} as="money" />],
        ] as const)),
    ...(told.confirmedTime === null
      ? []
      : ([
          [
            labelOfFreightDialog('confirmedBy'),
            `${told.confirmedBy} · ${timeText(told.confirmedTime, timeZone)}`,
          ],
        ] as const)),
    ...(told.paymentId === null
      ? []
      : ([
          [
            labelOfFreightDialog('paymentNumber'),
            <DocumentLink key="payment" kind="itemOut" id={told.paymentId}>
              {told.paymentNumber}
            </DocumentLink>,
          ],
        ] as const)),
    ...(told.remark === '' ? [] : ([[labelOfFreightDialog('remark'), told.remark]] as const)),
  ];
  return (
    <dl className="freight-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a carrier's freight and the share of each document line. */
export function FreightDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <ReadModal
      title={t('freight.show')}
      width={860}
      onCancel={onClose}
      queryKey={['freight', id]}
      read={() => callEndpoint(freights.infoCall, { id }, { quiet: true })}
    >
      {(told) => (
        <PaneModal
          title={t('freight.of', { number: told.documentNumber })}
          width={860}
          onCancel={onClose}
          footer={<Button onClick={onClose}>{t('act.close')}</Button>}
        >
          <FreightFacts told={told} />
          <h3>{t('freight.shares', { by: choiceOf('allocateBy', told.allocateBy) })}</h3>
          <Table<FreightInfo['shares'][number]>
            size="small"
            rowKey="line"
            pagination={told.shares.length > 50 ? { pageSize: 50 } : false}
            scroll={{ x: 640 }}
            dataSource={[...told.shares]}
            columns={columnsOfFreightLines(told.currency)}
          />
        </PaneModal>
      )}
    </ReadModal>
  );
}
