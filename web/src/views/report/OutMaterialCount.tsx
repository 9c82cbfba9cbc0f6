import { outDetailTable, outMaterialCountTable } from '@tradehouse/contract';
import { countPage } from '../../list/countPage.tsx';

export default countPage(outMaterialCountTable, outDetailTable, 'warehouses');
