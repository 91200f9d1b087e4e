// Compares pictures of pages with reviewed ones.
//
// A picture is divided into cells of 16 pixels. A cell differs if its mean differs by more than 16 of 255 in red, green or
// blue, and a page looks different if more than 3.5 % of its cells do. Other hinting of fonts moves the edges of letters:
// full hinting instead of none changes 2.1 % of the cells at most, and text without subpixel positions 3.1 %. The least
// visible of the broken styles that the test tries changes 4.7 %.
import fs from "node:fs";

const CELL = 16;
const LEAST_DIFFERENT = 16;

/** The share of different cells from which on a page looks different. */
export const LIMIT = 0.035;

/** The share of cells of two pictures, as PNG, that differ; 1 for pictures of different sizes. */
export async function difference(page, one, other) {
    const pictures = [one, other].map((picture) => `data:image/png;base64,${picture.toString("base64")}`);
    return page.evaluate(async ([pictures, cell, least]) => {
        // The size of a picture, and the mean of each channel of each cell.
        const read = async (address) => {
            const image = new Image();
            image.src = address;
            await image.decode();
            const { width, height } = image;
            const context = new OffscreenCanvas(width, height).getContext("2d");
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, width, height);
            const columns = Math.ceil(width / cell);
            const sums = Array.from({ length: columns * Math.ceil(height / cell) }, () => [0, 0, 0, 0]);
            for (let at = 0; at < width * height; at += 1) {
                const sum = sums[Math.floor(at / width / cell) * columns + Math.floor((at % width) / cell)];
                for (const channel of [0, 1, 2]) sum[channel] += data[4 * at + channel];
                sum[3] += 1;
            }
            return { width, height, means: sums.map(([red, green, blue, count]) => [red / count, green / count, blue / count]) };
        };
        const [one, other] = await Promise.all(pictures.map(read));
        if (one.width !== other.width || one.height !== other.height) return 1;
        const differs = (mean, at) => mean.some((value, channel) => Math.abs(value - other.means[at][channel]) > least);
        return one.means.filter(differs).length / one.means.length;
    }, [pictures, CELL, LEAST_DIFFERENT]);
}

/** The reviewed picture at a path. With `BLESS=1`, `picture` becomes the reviewed one first. */
export function reviewed(path, picture) {
    if (process.env.BLESS === "1") fs.writeFileSync(path, picture);
    return fs.readFileSync(path);
}
