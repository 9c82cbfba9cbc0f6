import { serialsInStock } from '@tradehouse/contract';
import { expandSerials } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, List, Space, Typography } from 'antd';
import { useState } from 'react';
import { call } from '../../app/client.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';
import { allocationOf } from '../lines/lineDraft.ts';
import type { LineDraft } from '../lines/lineDraft.ts';
import { missingSerials } from './serialSearch.ts';

interface Props {
  readonly line: LineDraft;
  /** Serials must lie in the warehouse; otherwise they are new and entered. */
  readonly choose: boolean;
  readonly onTake: (serials: readonly string[]) => void;
  readonly onClose: () => void;
}

const PAGE = 100;

/** The serials of a line: typed, scanned or pasted; where goods leave, chosen from those that are there. */
export function SerialDialog({ line, choose, onTake, onClose }: Props) {
  const [chosen, setChosen] = useState(allocationOf(line).serials);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);

  const { data, isFetching } = useQuery({
    queryKey: ['serials', line.barcode, line.warehouseId],
    queryFn: () =>
      call(
        serialsInStock,
        {
          barCode: line.barcode,
          rows: PAGE,
          ...(line.warehouseId === null ? {} : { depotId: line.warehouseId }),
        },
        { quiet: true },
      ),
    enabled: choose,
    staleTime: 0,
  });

  const add = (serials: readonly string[]): void =>
    setChosen((before) => [...before, ...serials.filter((serial) => !before.includes(serial))]);

  const enter = async (): Promise<void> => {
    const serials = expandSerials(text.replaceAll(';', ','));
    if (serials.length === 0) return;
    setText('');
    if (!choose) return add(serials);
    const lost = await missingSerials(line, serials).catch((): readonly string[] => []);
    setMissing(lost);
    add(serials.filter((serial) => !lost.includes(serial)));
  };

  const free = (data?.rows ?? []).filter(({ serial }) => !chosen.includes(serial));
  return (
    <ChoiceModal
      width={choose ? 860 : 560}
      title={t(choose ? 'editor.serial.choose' : 'editor.serial.enter', {
        name: line.product?.productName ?? '',
      })}
      okText={t('editor.serial.take', { count: chosen.length })}
      okDisabled={false}
      onOk={() => onTake(chosen)}
      onCancel={onClose}
    >
      <Space.Compact style={{ width: '100%', marginBottom: 8 }}>
        <Input
          value={text}
          placeholder={t('editor.serial.placeholder')}
          aria-label={t('editor.serial.placeholder')}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault();
            void enter();
          }}
        />
        <Button onClick={() => void enter()}>{t('act.add')}</Button>
      </Space.Compact>
      {missing.length > 0 && (
        <Typography.Text type="danger">
          {t('editor.serial.missing', { serials: missing.join(', ') })}
        </Typography.Text>
      )}
      <div style={{ display: 'grid', gridTemplateColumns: choose ? '1fr 1fr' : '1fr', gap: 16 }}>
        {choose && (
          <List
            size="small"
            bordered
            loading={isFetching}
            style={{ height: 320, overflow: 'auto' }}
            header={
              <Space>
                {t('editor.serial.inStock', { count: data?.total ?? 0 })}
                <Button size="small" onClick={() => add(free.map(({ serial }) => serial))}>
                  {t('editor.serial.all')}
                </Button>
              </Space>
            }
            dataSource={free}
            renderItem={({ serial, receiptNumber }) => (
              <List.Item onClick={() => add([serial])} style={{ cursor: 'pointer' }}>
                <span>{serial}</span>
                <Typography.Text type="secondary">{receiptNumber}</Typography.Text>
              </List.Item>
            )}
          />
        )}
        <List
          size="small"
          bordered
          style={{ height: 320, overflow: 'auto' }}
          header={
            <Space>
              {t('editor.serial.chosen', { count: chosen.length })}
              <Button size="small" onClick={() => setChosen([])}>
                {t('editor.serial.clear')}
              </Button>
            </Space>
          }
          dataSource={[...chosen]}
          renderItem={(serial) => (
            <List.Item>
              {serial}
              <Button
                size="small"
                type="link"
                onClick={() => setChosen((before) => before.filter((one) => one !== serial))}
              >
                {t('act.remove')}
              </Button>
            </List.Item>
          )}
        />
      </div>
    </ChoiceModal>
  );
}
