;; The loops of the limit prototype (see ../peers/limit.ts), assembled by wabt when it runs.
(module
  (import "env" "mem" (memory 1 65536 shared))
  ;; terms at $T, 24 bytes each: kind(0 plane,1 list), a (plane base | docs cursor), b (docs end), c (impact address minus cursor/4), w (u8 weight), pad
  ;; acc: 8 KiB u16; out: k entries of 8 bytes (score, doc), sorted descending; returns count
  (func (export "score") (param $n i32) (param $T i32) (param $w0 i32) (param $w1 i32) (param $acc i32) (param $bits i32) (param $out i32) (param $k i32) (result i32)
    (local $w i32) (local $t i32) (local $te i32) (local $p i32) (local $e i32) (local $i i32) (local $wv v128) (local $v v128) (local $base i32) (local $end i32) (local $d i32) (local $c i32) (local $wt i32) (local $th i32) (local $thv v128) (local $cnt i32) (local $m i32) (local $s i32) (local $q i32) (local $ae i32) (local $word i64)
    (local.set $w (local.get $w0)) (local.set $te (i32.add (local.get $T) (i32.mul (local.get $n) (i32.const 24)))) (local.set $th (i32.const 1)) (local.set $ae (i32.add (local.get $acc) (i32.const 8192)))
    (block $fin (loop $win
      (br_if $fin (i32.ge_u (local.get $w) (local.get $w1)))
      (local.set $base (i32.shl (local.get $w) (i32.const 12))) (local.set $end (i32.add (local.get $base) (i32.const 4096)))
      (memory.fill (local.get $acc) (i32.const 0) (i32.const 8192))
      (local.set $t (local.get $T))
      (loop $term
        (local.set $wt (i32.load offset=16 (local.get $t)))
        (if (i32.load (local.get $t)) (then
          ;; posting list: scatter
          (local.set $p (i32.load offset=4 (local.get $t))) (local.set $e (i32.load offset=8 (local.get $t))) (local.set $c (i32.load offset=12 (local.get $t)))
          (block $x (loop $l
            (br_if $x (i32.ge_u (local.get $p) (local.get $e)))
            (local.set $d (i32.load (local.get $p)))
            (br_if $x (i32.ge_u (local.get $d) (local.get $end)))
            (local.set $q (i32.add (local.get $acc) (i32.shl (i32.sub (local.get $d) (local.get $base)) (i32.const 1))))
            (i32.store16 (local.get $q) (i32.add (i32.load16_u (local.get $q)) (i32.shr_u (i32.mul (i32.load8_u (i32.add (i32.shr_u (local.get $p) (i32.const 2)) (local.get $c))) (local.get $wt)) (i32.const 4))))
            (local.set $p (i32.add (local.get $p) (i32.const 4)))
            (br $l)))
          (i32.store offset=4 (local.get $t) (local.get $p)))
        (else
          (local.set $wv (i8x16.splat (local.get $wt))) (local.set $p (i32.add (i32.load offset=4 (local.get $t)) (local.get $base))) (local.set $q (local.get $acc))
          (loop $l
            (local.set $v (v128.load (local.get $p)))
            (v128.store (local.get $q) (i16x8.add (v128.load (local.get $q)) (i16x8.shr_u (i16x8.extmul_low_i8x16_u (local.get $v) (local.get $wv)) (i32.const 4))))
            (v128.store offset=16 (local.get $q) (i16x8.add (v128.load offset=16 (local.get $q)) (i16x8.shr_u (i16x8.extmul_high_i8x16_u (local.get $v) (local.get $wv)) (i32.const 4))))
            (local.set $p (i32.add (local.get $p) (i32.const 16)))
            (br_if $l (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 32))) (local.get $ae))))))
        (br_if $term (i32.lt_u (local.tee $t (i32.add (local.get $t) (i32.const 24))) (local.get $te))))
      ;; scan for scores >= th (strictly above once k are held)
      (local.set $q (local.get $acc)) (local.set $thv (i16x8.splat (local.get $th)))
      (loop $sc
        (if (v128.any_true (v128.or (i16x8.ge_u (v128.load (local.get $q)) (local.get $thv)) (i16x8.ge_u (v128.load offset=16 (local.get $q)) (local.get $thv)))) (then
          (local.set $i (i32.const 0))
          (loop $lane
            (local.set $s (i32.load16_u (i32.add (local.get $q) (i32.shl (local.get $i) (i32.const 1)))))
            (if (i32.ge_u (local.get $s) (local.get $th)) (then
              (local.set $d (i32.add (local.get $base) (i32.add (i32.shr_u (i32.sub (local.get $q) (local.get $acc)) (i32.const 1)) (local.get $i))))
              (if (if (result i32) (local.get $bits) (then (i32.and (i32.shr_u (i32.load8_u (i32.add (local.get $bits) (i32.shr_u (local.get $d) (i32.const 3)))) (i32.and (local.get $d) (i32.const 7))) (i32.const 1))) (else (i32.const 1))) (then
                ;; insertion
                (if (i32.lt_u (local.get $cnt) (local.get $k)) (then (local.set $cnt (i32.add (local.get $cnt) (i32.const 1)))))
                (local.set $m (i32.add (local.get $out) (i32.shl (i32.sub (local.get $cnt) (i32.const 1)) (i32.const 3))))
                (block $ins (loop $sh
                  (br_if $ins (i32.le_u (local.get $m) (local.get $out)))
                  (br_if $ins (i32.ge_u (i32.load (i32.sub (local.get $m) (i32.const 8))) (local.get $s)))
                  (i64.store (local.get $m) (i64.load (i32.sub (local.get $m) (i32.const 8))))
                  (local.set $m (i32.sub (local.get $m) (i32.const 8)))
                  (br $sh)))
                (i32.store (local.get $m) (local.get $s)) (i32.store offset=4 (local.get $m) (local.get $d))
                (if (i32.eq (local.get $cnt) (local.get $k)) (then (local.set $th (i32.add (i32.load (i32.add (local.get $out) (i32.shl (i32.sub (local.get $k) (i32.const 1)) (i32.const 3)))) (i32.const 1))) (local.set $thv (i16x8.splat (local.get $th)))))))))
            (br_if $lane (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 16))))))
        (br_if $sc (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 32))) (local.get $ae))))
      (local.set $w (i32.add (local.get $w) (i32.const 1)))
      (br $win)))
    (local.get $cnt))

  ;; distances of docs [from,to) as u8 (256 clamps to 255)
  (func (export "ham_u8") (param $p i32) (param $from i32) (param $to i32) (param $q i32) (param $o i32)
    (local $a i64) (local $b i64) (local $c i64) (local $d i64) (local $e i32) (local $h i32)
    (local.set $a (i64.load (local.get $q))) (local.set $b (i64.load offset=8 (local.get $q))) (local.set $c (i64.load offset=16 (local.get $q))) (local.set $d (i64.load offset=24 (local.get $q)))
    (local.set $e (i32.add (local.get $p) (i32.shl (local.get $to) (i32.const 5)))) (local.set $p (i32.add (local.get $p) (i32.shl (local.get $from) (i32.const 5)))) (local.set $o (i32.add (local.get $o) (local.get $from)))
    (if (i32.ge_u (local.get $p) (local.get $e)) (then (return)))
    (loop $l
      (local.set $h (i32.wrap_i64 (i64.add
        (i64.add (i64.popcnt (i64.xor (i64.load (local.get $p)) (local.get $a))) (i64.popcnt (i64.xor (i64.load offset=8 (local.get $p)) (local.get $b))))
        (i64.add (i64.popcnt (i64.xor (i64.load offset=16 (local.get $p)) (local.get $c))) (i64.popcnt (i64.xor (i64.load offset=24 (local.get $p)) (local.get $d)))))))
      (i32.store8 (local.get $o) (i32.sub (local.get $h) (i32.shr_u (local.get $h) (i32.const 8))))
      (local.set $o (i32.add (local.get $o) (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 32))) (local.get $e)))))
  ;; docs of [from,to) (multiples of 16) with dist <= thr and ACL bit set (bits 0 = no filter): writes ids, returns count, at most cap
  (func (export "scan_u8") (param $o i32) (param $from i32) (param $to i32) (param $thr i32) (param $bits i32) (param $out i32) (param $cap i32) (result i32)
    (local $t v128) (local $m i32) (local $n i32) (local $i i32)
    (local.set $t (i8x16.splat (local.get $thr))) (local.set $i (local.get $from))
    (block $f (loop $l
      (br_if $f (i32.ge_u (local.get $i) (local.get $to)))
      (local.set $m (i8x16.bitmask (i8x16.le_u (v128.load (i32.add (local.get $o) (local.get $i))) (local.get $t))))
      (if (local.get $m) (then
        (if (local.get $bits) (then (local.set $m (i32.and (local.get $m) (i32.load16_u (i32.add (local.get $bits) (i32.shr_u (local.get $i) (i32.const 3))))))))
        (block $x (loop $b
          (br_if $x (i32.eqz (local.get $m)))
          (br_if $f (i32.ge_u (local.get $n) (local.get $cap)))
          (i32.store (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2))) (i32.add (local.get $i) (i32.ctz (local.get $m))))
          (local.set $n (i32.add (local.get $n) (i32.const 1))) (local.set $m (i32.and (local.get $m) (i32.sub (local.get $m) (i32.const 1)))) (br $b)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16))) (br $l)))
    (local.get $n))
  (func $dot8 (param $p i32) (param $q i32) (result i32) (local $s v128) (local $e i32) (local $a v128) (local $b v128)
    (local.set $e (i32.add (local.get $p) (i32.const 256)))
    (loop $l (local.set $a (v128.load (local.get $p))) (local.set $b (v128.load (local.get $q)))
      (local.set $s (i32x4.add (local.get $s) (i32x4.add (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b))) (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b))))))
      (local.set $q (i32.add (local.get $q) (i32.const 16)))
      (br_if $l (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 16))) (local.get $e))))
    (i32.add (i32.add (i32x4.extract_lane 0 (local.get $s)) (i32x4.extract_lane 1 (local.get $s))) (i32.add (i32x4.extract_lane 2 (local.get $s)) (i32x4.extract_lane 3 (local.get $s)))))
  (func (export "dot_list") (param $ids i32) (param $n i32) (param $base i32) (param $q i32) (param $o i32) (local $i i32)
    (loop $l (i32.store (i32.add (local.get $o) (local.get $i)) (call $dot8 (i32.add (local.get $base) (i32.shl (i32.load (i32.add (local.get $ids) (local.get $i))) (i32.const 8))) (local.get $q)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.shl (local.get $n) (i32.const 2))))))
  ;; ACL: out = (a|b) & (c|d|e|f|g|h) over 16-byte steps
  (func (export "and2_6") (param $a i32) (param $b i32) (param $c i32) (param $d i32) (param $e i32) (param $f i32) (param $g i32) (param $h i32) (param $o i32) (param $n i32) (local $i i32)
    (loop $l (v128.store (i32.add (local.get $o) (local.get $i)) (v128.and (v128.or (v128.load (i32.add (local.get $a) (local.get $i))) (v128.load (i32.add (local.get $b) (local.get $i))))
      (v128.or (v128.or (v128.or (v128.load (i32.add (local.get $c) (local.get $i))) (v128.load (i32.add (local.get $d) (local.get $i)))) (v128.or (v128.load (i32.add (local.get $e) (local.get $i))) (v128.load (i32.add (local.get $f) (local.get $i))))) (v128.or (v128.load (i32.add (local.get $g) (local.get $i))) (v128.load (i32.add (local.get $h) (local.get $i)))))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $n)))))
)
