import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { DIMENSIONS, eachTool, eachVector } from '../catalog.ts';
import { Collector } from './collector.ts';

const K1 = 1.2;
const B = 0.75;
const NAME_WEIGHT = 3;
/** A word in more than one of so many documents has a byte for every document. */
const PLANE_SHARE = 16;
const WINDOW = 4096;
const PARTITIONS = 100;
const ROLES = 8;
const REGIONS = 5;
const SAMPLE = 10_000;
const IMAGE_START = 65_536;

/** Where the parts of the image lie, in bytes; kept beside it as JSON. */
export interface ImageLayout {
  readonly n: number;
  /** Documents, rounded up to whole windows. */
  readonly nd4: number;
  readonly nt: number;
  readonly nlist: number;
  /** First document of each tenant. */
  readonly tStart: readonly number[];
  readonly planes: number;
  readonly dA: number;
  readonly iA: number;
  readonly codes: number;
  readonly i8: number;
  readonly scale: number;
  readonly bT: number;
  readonly bR: number;
  readonly bG: number;
  readonly lo: number;
  readonly P: number;
  readonly order: number;
  readonly df: number;
  readonly mean: number;
  readonly end: number;
}

/** Writes the image of a catalog to `file`, and what is where to `file`.json. */
export function buildImage(data: string, n: number, file: string): void {
  const collector = new Collector(n);
  const tags = { tenant: new Uint8Array(n), role: new Uint8Array(n), region: new Uint8Array(n) };
  eachTool(data, n, ({ name, description, params, tenant, role, region }, i) => {
    collector.addText(name, NAME_WEIGHT);
    collector.addText(description, 1);
    for (const param of params) collector.addText(param, 1);
    collector.endDocument();
    tags.tenant[i] = tenant;
    tags.role[i] = role;
    tags.region[i] = region;
  });
  const tStart = partitionStarts(tags.tenant);
  const next = tStart.slice();
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[next[tags.tenant[i]!]!++] = i;
  const { offsets, documents, impacts } = invert(collector, order);
  const words = offsets.length - 1;
  const frequency = (word: number): number => offsets[word + 1]! - offsets[word]!;
  const plane = new Int32Array(words).fill(-1);
  let planes = 0;
  let listed = 0;
  for (let word = 0; word < words; word++) {
    if (frequency(word) >= n / PLANE_SHARE) plane[word] = planes++;
    else listed += frequency(word);
  }
  const layout = layOut({ n, words, planes, listed, tStart: [...tStart] });
  const image = new Uint8Array(layout.end);
  const words32 = new Uint32Array(image.buffer);
  let list = 0;
  for (let word = 0; word < words; word++) {
    words32[layout.lo / 4 + word] = list;
    words32[layout.P / 4 + word] = plane[word]!;
    words32[layout.df / 4 + word] = frequency(word);
    for (let i = offsets[word]!; i < offsets[word + 1]!; i++) {
      if (plane[word]! >= 0) image[layout.planes + plane[word]! * layout.nd4 + documents[i]!] = impacts[i]!;
      else {
        words32[layout.dA / 4 + list] = documents[i]!;
        image[layout.iA + list++] = impacts[i]!;
      }
    }
  }
  words32[layout.lo / 4 + words] = list;
  words32.set(order, layout.order / 4);
  const bitmap = layout.nd4 / 8;
  for (let place = 0; place < n; place++) {
    const tool = order[place]!;
    const bit = 1 << (place & 7);
    image[layout.bT + tags.tenant[tool]! * bitmap + (place >> 3)]! |= bit;
    image[layout.bR + tags.role[tool]! * bitmap + (place >> 3)]! |= bit;
    image[layout.bG + tags.region[tool]! * bitmap + (place >> 3)]! |= bit;
  }
  writeVectors(data, image, layout, order);
  const fd = openSync(file, 'w');
  for (let at = 0; at < image.length; ) at += writeSync(fd, image, at, Math.min(2 ** 26, image.length - at));
  closeSync(fd);
  writeFileSync(
    `${file}.json`,
    JSON.stringify({ R: layout, words: collector.numbers.words.join('\n'), nStop: collector.numbers.stopWords }),
  );
}

function partitionStarts(tenants: Uint8Array): Uint32Array {
  const starts = new Uint32Array(PARTITIONS + 1);
  for (const tenant of tenants) starts[tenant + 1]!++;
  for (let i = 0; i < PARTITIONS; i++) starts[i + 1]! += starts[i]!;
  return starts;
}

/** Postings by word, in the order of the documents, with their impacts of one byte. */
function invert(collector: Collector, order: Uint32Array) {
  const { postings, starts, lengths, count, totalLength } = collector;
  const words = collector.numbers.words.length;
  const offsets = new Uint32Array(words + 1);
  for (let i = 0; i < count; i++) offsets[(postings[i]! & 0xffffff) + 1]!++;
  for (let word = 0; word < words; word++) offsets[word + 1]! += offsets[word]!;
  const next = offsets.slice(0, words);
  const documents = new Uint32Array(count);
  const impacts = new Uint8Array(count);
  const average = totalLength / order.length;
  for (let place = 0; place < order.length; place++) {
    const tool = order[place]!;
    const norm = K1 * (1 - B + (B * lengths[tool]!) / average);
    for (let i = starts[tool]!; i < starts[tool + 1]!; i++) {
      const posting = postings[i]!;
      const at = next[posting & 0xffffff]!++;
      const weight = posting >>> 24;
      documents[at] = place;
      impacts[at] = (weight / (weight + norm)) * 255 + 0.5;
    }
  }
  return { offsets, documents, impacts };
}

function layOut(sizes: {
  n: number;
  words: number;
  planes: number;
  listed: number;
  tStart: readonly number[];
}): ImageLayout {
  const { n, words, planes, listed, tStart } = sizes;
  const nd4 = Math.ceil(n / WINDOW) * WINDOW;
  let end = IMAGE_START;
  const place = (bytes: number): number => {
    const start = end;
    end += Math.ceil(bytes / 64) * 64;
    return start;
  };
  const layout = {
    n,
    nd4,
    nt: words,
    nlist: listed,
    tStart,
    planes: place(planes * nd4),
    dA: place(listed * 4),
    iA: place(listed),
    codes: place((nd4 * DIMENSIONS) / 8),
    i8: place(nd4 * DIMENSIONS),
    scale: place(nd4 * 4),
    bT: place((nd4 / 8) * PARTITIONS),
    bR: place((nd4 / 8) * ROLES),
    bG: place((nd4 / 8) * REGIONS),
    lo: place(4 * (words + 1)),
    P: place(4 * words),
    order: place(4 * n),
    df: place(4 * words),
    mean: place(DIMENSIONS * 4),
  };
  return { ...layout, end };
}

/** Rows of int8 with their scales, and one bit for each component: whether it is over the mean. */
function writeVectors(data: string, image: Uint8Array, layout: ImageLayout, order: Uint32Array): void {
  const floats = new Float32Array(image.buffer);
  const rows = new Int8Array(image.buffer);
  const mean = floats.subarray(layout.mean / 4, layout.mean / 4 + DIMENSIONS);
  const sample = Math.min(SAMPLE, order.length);
  eachVector(data, sample, (vector) => {
    for (let j = 0; j < DIMENSIONS; j++) mean[j]! += vector[j]! / sample;
  });
  const placeOf = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOf[order[place]!] = place;
  eachVector(data, order.length, (vector, tool) => {
    const place = placeOf[tool]!;
    let greatest = 0;
    for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
    floats[layout.scale / 4 + place] = greatest / 127;
    for (let j = 0; j < DIMENSIONS; j++) {
      rows[layout.i8 + place * DIMENSIONS + j] = Math.round((vector[j]! * 127) / greatest);
      if (vector[j]! > mean[j]!) image[layout.codes + ((place * DIMENSIONS + j) >> 3)]! |= 1 << (j & 7);
    }
  });
}
