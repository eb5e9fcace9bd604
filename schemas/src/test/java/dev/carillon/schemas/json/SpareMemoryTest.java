package dev.carillon.schemas.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.error.ContractException;
import org.junit.jupiter.api.Test;

/** A thread reuses memory from one document for the next, without content of the first showing up. */
final class SpareMemoryTest {
    private static Fields fields(String json) {
        return Json.readObject(json.getBytes(UTF_8));
    }

    @Test
    void documentReadInTheMemoryOfAnotherShowsNothingOfIt() {
        Fields deep = fields("{\"a\":{\"b\":{\"c\":[[1]]}},\"payload\":{\"d\":[{}]},\"e\":[1,2,3]}");
        assertThat(deep.raw("a", 100)).hasToString("{\"b\":{\"c\":[[1]]}}");
        deep.release();

        Fields flat = fields("{\"x\":1,\"payload\":2,\"e\":[]}");
        assertThat(flat.has("a")).isFalse();
        assertThat(flat.has("b")).isFalse();
        assertThat(flat.texts("e", 3, 3)).isEmpty();
        assertThat(flat.untaken()).containsExactly("payload", "x");
        RawJson payload = flat.raw("payload", 1);
        assertThat(payload).hasToString("2");
        assertThat(flat.rest()).containsOnlyKeys("x");
        flat.release();
    }

    @Test
    void documentReadWhileAnotherIsReadHasMemoryOfItsOwn() {
        Fields outer = fields("{\"a\":\"one\",\"b\":\"two\"}");
        Fields inner = fields("{\"b\":\"three\",\"a\":\"four\"}");
        assertThat(outer.text("a", 9)).isEqualTo("one");
        assertThat(inner.text("a", 9)).isEqualTo("four");
        inner.release();
        assertThat(fields("{\"b\":\"five\"}").text("b", 9)).isEqualTo("five");
        assertThat(outer.text("b", 9)).isEqualTo("two");
        outer.release();
    }

    @Test
    void documentThatWasReleasedIsNotAskedAgain() {
        Fields gone = fields("{\"a\":1}");
        gone.release();
        assertThatThrownBy(() -> gone.has("a")).isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }

    @Test
    void refusedDocumentDoesNotAffectTheNextOne() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> fields("{\"a\":{\"b\":1,\"b\":2}}")).isInstanceOf(ContractException.class);
            assertThat(fields("{\"b\":1}").untaken()).containsExactly("b");
        }
    }

    @Test
    void textPutTogetherWithinAnotherHasMemoryOfItsOwn() {
        byte[][] inner = new byte[1][];
        byte[] outer = Json.writeObject(out -> {
            out.number("a", 1, 0, 9);
            inner[0] = Json.writeObject(in -> in.number("b", 2, 0, 9));
            out.number("c", 3, 0, 9);
        });
        assertThat(new String(inner[0], UTF_8)).isEqualTo("{\"b\":2}");
        assertThat(new String(outer, UTF_8)).isEqualTo("{\"a\":1,\"c\":3}");
    }

    @Test
    void textThatWasGivenUpLeavesNothingInTheNextOne() {
        assertThatThrownBy(() -> Json.writeObject(out -> {
                    out.number("a", 1, 0, 9);
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(new String(Json.writeObject(out -> out.number("b", 2, 0, 9)), UTF_8))
                .isEqualTo("{\"b\":2}");
    }

    @Test
    void whatWasGivenBackIsTakenOnce() {
        SpareMemory<int[]> spare = new SpareMemory<>(() -> new int[8]);
        int[] first = spare.take();
        assertThat(spare.take()).hasSize(8).isNotSameAs(first);
        spare.giveBack(first);
        assertThat(spare.take()).isSameAs(first);
        assertThat(spare.take()).isNotSameAs(first);
    }

    @Test
    void bufferOfALargeTextIsNotKept() {
        JsonBytes small = JsonBytes.take();
        small.giveBack();
        assertThat(JsonBytes.take()).isSameAs(small);
        small.add(new byte[100_000]);
        small.giveBack();
        assertThat(JsonBytes.take()).isNotSameAs(small);
    }
}
